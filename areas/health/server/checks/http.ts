// Whether a web address answers as it should: with which status, how fast, with what in it, and with a certificate that lasts.
import { z } from "zod";
import type { Fetched } from "#server/outbound/outbound.ts";
import { count, duration, list, number, part, text, texts } from "#server/spec/parts.ts";
import { refuseOddRequest, requestFields, requestOf } from "../../../connections/server/index.ts";
import { defineCheck, unhealthy } from "../check-kind.ts";
import { check, threshold } from "../spec/check.ts";
import { blamed } from "./blamed.ts";
import { crawl } from "./http/crawl.ts";
import { detailOf, shown } from "./http/detail.ts";
import { judge } from "./http/judge.ts";

const crawling = part({
  depth: count.optional().meta({ label: "Depth", description: "10 unless said." }),
  parallelism: count.optional().meta({ label: "Pages at a time", description: "2 unless said." }),
  delay: duration.optional().meta({ label: "Pause", description: "500ms unless said." }),
  randomDelay: duration.optional().meta({ label: "Longer by up to", description: "100ms unless said." }),
  allowedDomains: texts.optional().meta({ label: "Domains", description: "That of the URL unless said." }),
  disallowedDomains: texts.optional().meta({ label: "Without domains" }),
  allowedURLFilters: texts.optional().meta({ label: "URLs (patterns)" }),
  disallowedURLFilters: texts.optional().meta({ label: "Without URLs (patterns)" }),
}).meta({ label: "Crawl" });

const spec = check({
  ...requestFields,
  responseCodes: list(z.int("must be a whole number").min(100, "is no status").max(599, "is no status"))
    .optional()
    .meta({ label: "Response codes", description: "200 to 299 unless said." }),
  responseContent: text.optional().meta({ label: "Response Text (Exact Match)" }),
  thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
  maxSSLExpiry: number.optional().meta({ label: "Max SSL Expiry Age (days)" }),
  maxRedirects: count.optional().meta({ label: "Most redirects", description: "10 unless said; 0 follows none." }),
  crawl: crawling.optional(),
}).superRefine(refuseOddRequest);

export type HttpSpec = z.output<typeof spec>;

/** How long an answer may take when nobody said. */
const patienceMs = 30_000;
/** A site has many pages, and its pauses between them are meant. */
const crawlingMs = 15 * 60_000;
const usualMaxRedirects = 10;

export const http = defineCheck({
  type: "http",
  title: "HTTP",
  icon: "http",
  spec,
  endpoint: ({ url, endpoint, connection: by }) => shown(url || endpoint || by || ""),
  takesMs: ({ crawl: site, thresholdMillis }) => (site ? crawlingMs : thresholdMillis || patienceMs),

  async run(given, run) {
    const { maxRedirects = usualMaxRedirects } = given;
    const limits = { timeoutMs: given.thresholdMillis || patienceMs, maxRedirects };
    const { url, request, refused } = await blamed(requestOf(given, run, limits));
    if (given.crawl) return crawl(given.crawl, { start: url, request, run });
    let answer: Fetched;
    try {
      answer = await run.outbound.fetch(url, request);
    } catch (error) {
      if (!isTimeLimit(error) || run.signal.aborted) throw error;
      return unhealthy(`there was no answer within ${request.timeoutMs} ms`, {
        durationMs: request.timeoutMs,
        tookTooLong: true,
      });
    }
    if (answer.status === 401) refused?.();
    return judge(answer, { spec: given, url: shown(url.href), detail: detailOf(answer) });
  },
});

const isTimeLimit = (error: unknown) => error instanceof Error && error.name === "TimeoutError";
