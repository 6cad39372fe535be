// Retries requests that a web server rate-limits (429) a few times within the run. For longer limits, the run is
// repeated later.
import { setTimeout } from "node:timers/promises";
import { retryAfterMs } from "#lib/time/duration.ts";
import type { Fetched } from "#server/outbound/outbound.ts";
import { ConnectionFailure, type HttpRequest } from "#areas/connections/server/index.ts";
import { RateLimited, type ScrapeRun } from "../../scrape/scraper-kind.ts";

const maxRetries = 3;
/** Maximum delay. If the delay is longer, the run ends with RateLimited and is repeated later. */
const maxWaitMs = 30_000;
const defaultWaitMs = 1_000;

/** `make` is called for each attempt, because credentials such as a digest are valid for one request only. */
export async function fetchWithRetries(
  make: () => Promise<HttpRequest>,
  { outbound, signal }: Pick<ScrapeRun, "outbound" | "signal">,
): Promise<{ answer: Fetched; url: URL }> {
  for (let attempt = 0; ; attempt += 1) {
    const { url, request, refused } = await make();
    const answer = await outbound.fetch(url, request);
    if (answer.status === 429) {
      const waitMs = retryAfterMs(answer.headers["retry-after"]) ?? defaultWaitMs * 2 ** attempt;
      if (attempt >= maxRetries || waitMs > maxWaitMs) throw new RateLimited(new Date(Date.now() + waitMs));
      await setTimeout(waitMs, undefined, { signal });
      continue;
    }
    if (answer.status >= 200 && answer.status < 300) return { answer, url };
    if (answer.status === 401) refused?.();
    throw refusal(answer, url);
  }
}

function refusal({ status, ...answer }: Fetched, { host, pathname }: URL): ConnectionFailure {
  const fix =
    status === 401
      ? "Check the credentials: username and password, or the token."
      : status === 403
        ? "Check the permissions of the user."
        : status === 404
          ? "Check the URL."
          : status >= 500
            ? "Check the log of the server."
            : "Check the request.";
  const text = answer.text().trim().slice(0, 200);
  const because = text === "" || /<html/i.test(text) ? "" : `: ${text}`;
  return new ConnectionFailure(`${host} responded with the status ${status} to ${pathname}${because}`, fix);
}
