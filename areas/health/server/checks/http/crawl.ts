// Follows the links of a site from one page, and reports broken links.
import { setTimeout as pause } from "node:timers/promises";
import { parseDuration } from "#lib/time/duration.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { pattern } from "#lib/expression/pattern.ts";
import { isRefused, type FetchOptions } from "#server/outbound/outbound.ts";
import { isTimeout } from "#lib/async/timed-out.ts";
import { failureOf } from "#areas/connections/server/index.ts";
import { CheckInvalid, type CheckRun, type Outcome } from "../../check-kind.ts";
import type { HttpSpec } from "../http.ts";
import { shown } from "./detail.ts";
import { linksIn } from "./links.ts";

type Crawl = NonNullable<HttpSpec["crawl"]>;

/** Maximum number of pages. Sites with more pages need several checks. */
const maxPages = 2_000;
const maxPageBytes = 1024 * 1024;
const maxReported = 20;

interface Visit {
  url: string;
  depth: number;
}

interface Missing {
  url: string;
  /** The page that contains the link. */
  from: string;
  error: string;
}

export async function crawl(
  spec: Crawl,
  { start, request, run }: { start: URL; request: FetchOptions; run: CheckRun },
): Promise<Outcome> {
  const startedAt = performance.now();
  const { depth = 10, parallelism = 2, delay = "500ms", randomDelay = "100ms" } = spec;
  const [pauseMs, moreMs] = [parseDuration(delay), parseDuration(randomDelay)];
  const isWanted = filterOf(spec, start);
  const known = new Map([[start.href, ""]]);
  const missing: Missing[] = [];
  let visited = 0;
  let isCut = false;
  let tookTooLong = false;

  const visit = async ({ url, depth: at }: Visit): Promise<Visit[]> => {
    visited += 1;
    const found = await look(url, request, { run, isStart: url === start.href });
    if (found.error !== undefined) {
      tookTooLong ||= found.tookTooLong;
      missing.push({ url: shown(url), from: shown(known.get(url) ?? ""), error: found.error });
      return [];
    }
    if (at >= depth || found.html === undefined) return [];
    const fresh = linksIn(found.html, found.url).filter((link) => !known.has(link) && isWanted(link));
    for (const link of fresh) known.set(link, url);
    return fresh.map((link) => ({ url: link, depth: at + 1 }));
  };

  // Visits pages breadth first, so that each page gets its smallest depth.
  let level: Visit[] = [{ url: start.href, depth: 0 }];
  while (level.length > 0) {
    const next: Visit[] = [];
    const left = level.values();
    const work = async () => {
      for (const page of left) {
        if (visited >= maxPages) return void (isCut = true);
        if (visited > 0) await pause(pauseMs + Math.random() * moreMs, undefined, { signal: run.signal });
        next.push(...(await visit(page)));
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, Math.min(parallelism, 16)) }, work));
    level = isCut ? [] : next;
  }

  const durationMs = performance.now() - startedAt;
  const found = {
    durationMs,
    message: `${visited} ${visited === 1 ? "page" : "pages"}${isCut ? ", and more that were left out" : ""}`,
    detail: { visited, missing: missing.slice(0, maxReported).map((item) => ({ ...item })) },
    data: { visited, missing: missing.map(({ url }) => url) },
  };
  return missing.length === 0
    ? { pass: true, ...found }
    : { pass: false, error: describe(missing), tookTooLong, ...found };
}

const describe = (missing: readonly Missing[]) =>
  missing
    .slice(0, maxReported)
    .map(({ url, from, error }) => `${url}: ${error}${from === "" ? "" : ` (linked from ${from})`}`)
    .concat(missing.length > maxReported ? [`and ${missing.length - maxReported} more`] : [])
    .join(", ");

async function look(
  url: string,
  request: FetchOptions,
  { run, isStart }: { run: CheckRun; isStart: boolean },
): Promise<{ error: string; tookTooLong: boolean } | { error?: undefined; url: string; html: string | undefined }> {
  try {
    const answer = await run.outbound.fetch(url, { ...request, maxBytes: maxPageBytes, signal: run.signal });
    if (answer.status >= 400) return { error: `the status is ${answer.status}`, tookTooLong: false };
    const isHtml = /^(?:text\/html|application\/xhtml)/i.test(answer.headers["content-type"] ?? "");
    return { url: answer.url, html: isHtml ? answer.text() : undefined };
  } catch (error) {
    run.signal.throwIfAborted();
    if (isStart && isRefused(error)) throw error;
    return { error: failureOf(error).message, tookTooLong: isTimeout(error) };
  }
}

/** Stays on the host of the start page unless the spec lists other domains. */
function filterOf(spec: Crawl, start: URL): (url: string) => boolean {
  const { allowedDomains = [], disallowedDomains = [] } = spec;
  const domains = new Set(allowedDomains.length > 0 ? allowedDomains : [start.hostname]);
  const others = new Set(disallowedDomains);
  const allowed = (spec.allowedURLFilters ?? []).map(readPattern);
  const disallowed = (spec.disallowedURLFilters ?? []).map(readPattern);
  return (url) => {
    const { hostname } = new URL(url);
    return (
      domains.has(hostname) &&
      !others.has(hostname) &&
      (allowed.length === 0 || allowed.some((each) => each.matcher(url).find())) &&
      !disallowed.some((each) => each.matcher(url).find())
    );
  };
}

function readPattern(written: string): ReturnType<typeof pattern> {
  try {
    return pattern(written);
  } catch (error) {
    throw error instanceof ExpressionFault ? new CheckInvalid(error.message) : error;
  }
}
