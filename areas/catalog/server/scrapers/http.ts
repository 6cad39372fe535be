// Reads the response of a web address: one document, a document per page, or all pages joined into one.
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { parseDuration } from "#lib/time/duration.ts";
import { cel, count, duration, part, yes } from "#server/spec/parts.ts";
import {
  refuseOddRequest,
  requestFields,
  requestOf,
  shownUrl,
  type RequestSpec,
} from "#areas/connections/server/index.ts";
import { defineScraper, ScraperInvalid } from "../scrape/scraper-kind.ts";
import { scraperEntry } from "../spec/entry.ts";
import { fetchWithRetries } from "./reading/fetch-with-retries.ts";
import { joined, nextPageOf, pageOf, type NextPage } from "./http/pages.ts";
import { explainFailures } from "./reading/explain-failures.ts";

/** Size limit of one response, and of all pages that are joined into one document. */
const maxBytes = 64 * 1024 * 1024;
const limits = { timeoutMs: 2 * 60_000, maxRedirects: 10, maxBytes };
const defaultMaxPages = 1_000;

const pagination = part({
  nextPageExpr: cel.min(1, "is required").meta({
    label: "Next page (CEL)",
    notation: "cel",
    placeholder: "response.body.next",
    description:
      "Returns the address of the next page, or an object with url, method, body and headers; returns nothing after the last page. Variables: response (status, headers, body, url) and page, the number of the page.",
  }),
  reduceExpr: cel.optional().meta({
    label: "Join pages (CEL)",
    notation: "cel",
    placeholder: "acc + page.items",
    description:
      "Returns the joined document. Variables: acc, the document joined so far, and page. Default: lists are concatenated.",
  }),
  perPage: z
    .union([yes, count], "must be true or false")
    .optional()
    .meta({ label: "One document per page", description: "Pages are not joined and not kept in memory." }),
  maxPages: count.optional().meta({ label: "Max pages", description: `Default: ${defaultMaxPages}.` }),
  delay: duration.optional().meta({ label: "Pause between pages", field: "duration" }),
}).meta({ label: "Pagination" });

export const http = defineScraper({
  type: "http",
  title: "HTTP",
  icon: "http",
  group: "Databases and services",
  spec: scraperEntry({
    ...requestFields,
    url: requestFields.url.meta({ label: "URL", placeholder: "https://cmdb.example.org/hosts.json" }),
    pagination: pagination.optional(),
  }).superRefine(refuseOddRequest),

  scrape: (spec, run) =>
    explainFailures(run, async function* (traced) {
      const { nextPageExpr, reduceExpr, perPage = false, maxPages = defaultMaxPages, delay } = spec.pagination ?? {};
      const isEach = Boolean(perPage);
      let kept: { value: unknown; bytes: number } | undefined;
      let source: string | undefined;
      let next: NextPage | undefined;
      const seen = new Set<string>();
      for (let number = 1; ; number += 1) {
        const request = { ...spec, ...requestFor(next, spec) };
        const { answer, url } = await fetchWithRetries(() => requestOf(request, traced, limits), traced);
        // Templates may have inserted values from env. These values may be credentials and must not be shown in the
        // catalog.
        const pageSource = traced.scrubber.text(shownUrl(url.href, "http"));
        source ??= pageSource;
        const page = pageOf(answer, spec.format);
        if (!nextPageExpr || isEach) yield { document: page.body, source: pageSource };
        if (!nextPageExpr) return;
        if (!isEach) {
          const bytes = (kept?.bytes ?? 0) + answer.body.length;
          if (bytes > maxBytes) throw tooMuch();
          kept = { value: await joined(kept, page.body, reduceExpr), bytes };
        }
        seen.add(JSON.stringify([request.method, url.href, request.body]));
        next = await nextPageOf(nextPageExpr, page, number);
        if (!next) break;
        if (seen.has(JSON.stringify([next.method ?? spec.method, next.url, next.body ?? spec.body])))
          throw new ScraperInvalid(`nextPageExpr leads to ${shownUrl(next.url, "http")}, which has already been read.`);
        if (number >= maxPages) {
          // This is a failure, because items on unread pages must not count as deleted.
          traced.fail(`There are more than ${maxPages} pages, so the rest is not read. Set a higher maxPages.`);
          break;
        }
        if (delay) await setTimeout(parseDuration(delay), undefined, { signal: traced.signal });
      }
      if (kept) yield { document: kept.value, source };
    }),
});

const requestFor = (next: NextPage | undefined, { headers = [], method, body }: RequestSpec): Partial<RequestSpec> =>
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
    `The pages together are larger than ${maxBytes / 1024 / 1024} MiB. Set perPage: true, so that each page is a document.`,
  );
