// What a web address answers: a document, or one of each page, or all pages made into one.
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { parseDuration } from "#language/duration.ts";
import { cel, count, duration, part, yes } from "#server/spec/parts.ts";
import {
  refuseOddRequest,
  requestFields,
  requestOf,
  shownUrl,
  type RequestSpec,
} from "../../../connections/server/index.ts";
import { defineScraper, ScraperInvalid } from "../scraper-kind.ts";
import { scraperEntry } from "../spec/entry.ts";
import { askPatiently } from "./http/ask.ts";
import { joined, nextPageOf, pageOf, type NextPage } from "./http/pages.ts";
import { toldWhere } from "./told-where.ts";

const patienceMs = 2 * 60_000;
/** Of one answer, and of all pages that are made into one document. */
const mostBytes = 64 * 1024 * 1024;
const limits = { timeoutMs: patienceMs, maxRedirects: 10, maxBytes: mostBytes };
const usualMostPages = 1_000;

const pagination = part({
  nextPageExpr: cel.min(1, "is required").meta({
    label: "Next page (CEL)",
    notation: "cel",
    placeholder: "response.body.next",
    description:
      "Comes to the address of the next page, or to an object with url, method, body and headers; to nothing after the last. It sees response (status, headers, body, url) and page, its number.",
  }),
  reduceExpr: cel.optional().meta({
    label: "Join pages (CEL)",
    notation: "cel",
    placeholder: "acc + page.items",
    description: "Comes to what is kept of acc, what was kept so far, and page. Lists are joined unless said.",
  }),
  perPage: z
    .union([yes, count], "must be true or false")
    .optional()
    .meta({ label: "A document of each page", description: "Nothing is joined, and nothing is held." }),
  maxPages: count.optional().meta({ label: "Most pages", description: `${usualMostPages} unless said.` }),
  delay: duration.optional().meta({ label: "Pause between pages", field: "duration" }),
}).meta({ label: "Pagination" });

export const http = defineScraper({
  type: "http",
  title: "HTTP",
  icon: "http",
  spec: scraperEntry({
    ...requestFields,
    url: requestFields.url.meta({ label: "URL", placeholder: "https://cmdb.example.org/hosts.json" }),
    pagination: pagination.optional(),
  }).superRefine(refuseOddRequest),

  scrape: (spec, run) =>
    toldWhere(run, async function* (way) {
      const { nextPageExpr, reduceExpr, perPage = false, maxPages = usualMostPages, delay } = spec.pagination ?? {};
      const isEach = Boolean(perPage);
      let kept: { value: unknown; bytes: number } | undefined;
      let source: string | undefined;
      let next: NextPage | undefined;
      const seen = new Set<string>();
      for (let number = 1; ; number += 1) {
        const asked = { ...spec, ...askedFor(next, spec) };
        const { answer, url } = await askPatiently(() => requestOf(asked, way, limits), way);
        // Templates may have filled in values of env, which are credentials to the readers of the catalog.
        const pageSource = way.scrubber.text(shownUrl(url.href, "http"));
        source ??= pageSource;
        const page = pageOf(answer, spec.format);
        if (!nextPageExpr || isEach) yield { document: page.body, source: pageSource };
        if (!nextPageExpr) return;
        if (!isEach) {
          const bytes = (kept?.bytes ?? 0) + answer.body.length;
          if (bytes > mostBytes) throw tooMuch();
          kept = { value: await joined(kept, page.body, reduceExpr), bytes };
        }
        seen.add(JSON.stringify([asked.method, url.href, asked.body]));
        next = await nextPageOf(nextPageExpr, page, number);
        if (!next) break;
        if (seen.has(JSON.stringify([next.method ?? spec.method, next.url, next.body ?? spec.body])))
          throw new ScraperInvalid(`nextPageExpr leads to ${shownUrl(next.url, "http")} again, which was read.`);
        if (number >= maxPages) {
          // What is on the others is unknown, and must not count as gone.
          way.fail(`There are more than ${maxPages} pages, and no more are read. Say a higher maxPages.`);
          break;
        }
        if (delay) await setTimeout(parseDuration(delay), undefined, { signal: way.signal });
      }
      if (kept) yield { document: kept.value, source };
    }),
});

const askedFor = (next: NextPage | undefined, { headers = [], method, body }: RequestSpec): Partial<RequestSpec> =>
  next
    ? {
        url: next.url,
        endpoint: undefined,
        method: next.method ?? method,
        body: next.body ?? body,
        headers: [...headers, ...(next.headers ?? [])],
      }
    : {};

const tooMuch = () =>
  new ScraperInvalid(
    `The pages are more than ${mostBytes / 1024 / 1024} MiB together. Say perPage: true, so that each is a document.`,
  );
