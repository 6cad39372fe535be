// Asks a web server that may want to be asked less often: a few times again when it says when, and later otherwise.
import { setTimeout } from "node:timers/promises";
import type { Fetched } from "#server/outbound/outbound.ts";
import { ConnectionFailure, type HttpRequest } from "../../../../connections/server/index.ts";
import { RateLimited, type ScrapeRun } from "../../scraper-kind.ts";

const mostRetries = 3;
/** Longer is not waited for in a run: it comes again. */
const longestWaitMs = 30_000;
const usualWaitMs = 1_000;

/** What proves who asks is good for one request: each attempt makes its own. */
export async function askPatiently(
  make: () => Promise<HttpRequest>,
  { outbound, signal }: Pick<ScrapeRun, "outbound" | "signal">,
): Promise<{ answer: Fetched; url: URL }> {
  for (let attempt = 0; ; attempt += 1) {
    const { url, request, refused } = await make();
    const answer = await outbound.fetch(url, request);
    if (answer.status === 429) {
      const waitMs = retryAfterMs(answer.headers["retry-after"]) ?? usualWaitMs * 2 ** attempt;
      if (attempt >= mostRetries || waitMs > longestWaitMs) throw new RateLimited(new Date(Date.now() + waitMs));
      await setTimeout(waitMs, undefined, { signal });
      continue;
    }
    if (answer.status >= 200 && answer.status < 300) return { answer, url };
    if (answer.status === 401) refused?.();
    throw refusal(answer, url);
  }
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = text === "" ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

function refusal({ status, ...answer }: Fetched, { host, pathname }: URL): ConnectionFailure {
  const fix =
    status === 401
      ? "Check who asks: username and password, or the token."
      : status === 403
        ? "Check what the user may do there."
        : status === 404
          ? "Check the URL."
          : status >= 500
            ? "Look into the log of the server."
            : "Check the request.";
  const said = answer.text().trim().slice(0, 200);
  const because = said === "" || /<html/i.test(said) ? "" : `: ${said}`;
  return new ConnectionFailure(`${host} answers with the status ${status} to ${pathname}${because}`, fix);
}
