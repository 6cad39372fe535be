// Records requests and responses of a delivery for people, without secrets.
import { isPlainHeader, isSecretField } from "#language/secret-names.ts";
import { shownUrl } from "#areas/connections/server/index.ts";
import type { Fetched, FetchOptions, Outbound } from "#server/outbound/outbound.ts";
import type { Exchange, Sending } from "./channel.ts";

const mask = "***";
const maxLength = 16_000;

/** Headers of our own requests that contain no credentials. */
const shownHeaders =
  /^(?:idempotency-key|webhook-(?:id|timestamp)|x-[a-z-]*ratelimit[a-z-]*|retry-after|location|date|server)$/;

/** Returns `outbound` with a `fetch` that records each request, also if it fails. */
export function recordingFetch(
  { outbound, scrubber, record }: Pick<Sending, "outbound" | "scrubber" | "record">,
  show: (url: string) => string,
): Outbound {
  const clean = (text: string) => cutText(scrubber.text(text));
  return {
    ...outbound,
    fetch: async (url, options = {}) => {
      const request = clean(printRequest(show(String(url)), options));
      let fetched: Fetched | undefined;
      try {
        fetched = await outbound.fetch(url, { keepAlive: true, ...options });
        return fetched;
      } finally {
        record(fetched ? { request, response: clean(printResponse(fetched)), status: fetched.status } : { request });
      }
    },
  };
}

/** An exchange of a protocol other than HTTP. */
export const printExchange = (
  { scrubber }: Pick<Sending, "scrubber">,
  { request, response, status }: Exchange,
): Exchange => ({
  request: cutText(scrubber.text(request)),
  ...(response === undefined ? {} : { response: cutText(scrubber.text(response)) }),
  ...(status === undefined ? {} : { status }),
});

/** Prints the URL of a webhook. Its path and its whole query are credentials. */
export const shownWebhook = (url: string, type: string) => shownUrl(url, type).replace(/[?#].*$/s, `?${mask}`);

const printRequest = (url: string, { method = "GET", headers = {}, body }: FetchOptions) =>
  printed(`${method} ${url}`, headers, body === undefined ? "" : String(body));

const printResponse = ({ status, headers, body }: Fetched) => printed(`${status}`, headers, body.toString("utf8"));

function printed(first: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${isPlainHeader(name) || shownHeaders.test(name.toLowerCase()) ? value : mask}`,
  );
  return [first, ...lines, "", maskFields(body)].join("\n").trimEnd();
}

/** Masks fields such as access_token, which a response may contain before anyone registered its value. */
function maskFields(body: string): string {
  if (!/^\s*[[{]/.test(body)) return body;
  try {
    return JSON.stringify(maskedIn(JSON.parse(body)), null, 2);
  } catch {
    return body;
  }
}

/** Changes the parsed document itself. JSON.stringify() with a function would take three times as long. */
function maskedIn(value: unknown): unknown {
  if (Array.isArray(value)) value.forEach(maskedIn);
  else if (typeof value === "object" && value !== null)
    for (const [name, field] of Object.entries(value))
      if (typeof field !== "string") maskedIn(field);
      else if (isSecretField(name)) (value as Record<string, unknown>)[name] = mask;
  return value;
}

const cutText = (text: string) =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength)}\n… ${text.length - maxLength} more characters`;
