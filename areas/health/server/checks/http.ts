// Checks the response of a URL: its status, time and content, and the remaining life of its certificate.
import { z } from "zod";
import type { Fetched } from "#server/outbound/outbound.ts";
import { count, duration, list, number, part, text, texts } from "#server/spec/parts.ts";
import { refuseOddRequest, requestFields, requestOf } from "#areas/connections/server/index.ts";
import { defineCheck, unhealthy } from "../check-kind.ts";
import { check, threshold } from "../spec/check.ts";
import { asSpecFault } from "./check-errors.ts";
import { crawl } from "./http/crawl.ts";
import { detailOf, shown } from "./http/detail.ts";
import { judge } from "./http/judge.ts";

const crawling = part({
  depth: count.optional().meta({ label: "Depth", description: "Default: 10." }),
  parallelism: count.optional().meta({ label: "Concurrent pages", description: "Default: 2." }),
  delay: duration.optional().meta({ label: "Pause between pages", description: "Default: 500ms." }),
  randomDelay: duration.optional().meta({ label: "Max random extra pause", description: "Default: 100ms." }),
  allowedDomains: texts.optional().meta({ label: "Domains", description: "Default: the domain of the URL." }),
  disallowedDomains: texts.optional().meta({ label: "Excluded domains" }),
  allowedURLFilters: texts.optional().meta({ label: "URLs (patterns)" }),
  disallowedURLFilters: texts.optional().meta({ label: "Excluded URLs (patterns)" }),
}).meta({ label: "Crawl" });

const spec = check({
  ...requestFields,
  responseCodes: list(
    z.int("must be a whole number").min(100, "is not an HTTP status").max(599, "is not an HTTP status"),
  )
    .optional()
    .meta({ label: "Response codes", description: "Default: 200 to 299." }),
  responseContent: text.optional().meta({ label: "Response Text (Exact Match)" }),
  thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
  maxSSLExpiry: number.optional().meta({ label: "Max SSL Expiry Age (days)" }),
  maxRedirects: count.optional().meta({ label: "Max redirects", description: "Default: 10. Use 0 to follow none." }),
  crawl: crawling.optional(),
}).superRefine(refuseOddRequest);

export type HttpSpec = z.output<typeof spec>;

/** Default time limit of a response. */
const defaultTimeoutMs = 30_000;
/** A crawl requests many pages with pauses between them, so it gets more time. */
const crawlingMs = 15 * 60_000;
const defaultMaxRedirects = 10;

export const http = defineCheck({
  type: "http",
  title: "HTTP",
  icon: "http",
  group: "Network",
  spec,
  endpoint: ({ url, endpoint, connection: by }) => shown(url || endpoint || by || ""),
  takesMs: ({ crawl: site, thresholdMillis }) => (site ? crawlingMs : thresholdMillis || defaultTimeoutMs),

  async run(httpSpec, run) {
    const { maxRedirects = defaultMaxRedirects } = httpSpec;
    const limits = { timeoutMs: httpSpec.thresholdMillis || defaultTimeoutMs, maxRedirects };
    const { url, request, refused } = await asSpecFault(requestOf(httpSpec, run, limits));
    if (httpSpec.crawl) return crawl(httpSpec.crawl, { start: url, request, run });
    let answer: Fetched;
    try {
      answer = await run.outbound.fetch(url, request);
    } catch (error) {
      if (!isTimeLimit(error) || run.signal.aborted) throw error;
      return unhealthy(`there was no response within ${request.timeoutMs} ms`, {
        durationMs: request.timeoutMs,
        tookTooLong: true,
      });
    }
    if (answer.status === 401) refused?.();
    return judge(answer, { spec: httpSpec, url: shown(url.href), detail: detailOf(answer) });
  },
});

const isTimeLimit = (error: unknown) => error instanceof Error && error.name === "TimeoutError";
