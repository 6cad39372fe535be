// Records the requests and responses of a delivery for display, without secrets.
import { isPlainHeader, isSecretField } from "#language/secret-names.ts";
import { shownUrl } from "#areas/connections/server/index.ts";
import type { Fetched, FetchOptions, Outbound } from "#server/outbound/outbound.ts";
import type { Exchange, Sending } from "./channel.ts";

const mask = "***";
const maxLength = 16_000;

/** Headers of Quarterdeck's own requests that contain no credentials. */
const shownHeaders =
  /^(?:idempotency-key|webhook-(?:id|timestamp)|x-[a-z-]*ratelimit[a-z-]*|retry-after|location|date|server)$/;

export interface Showing {
  /** Returns the URL without secrets. */
  show?: (url: string) => string;
  /** Request bodies contain no credentials, so they are recorded unchanged. */
  hasPlainBody?: boolean;
}

/** Returns `outbound` with a `fetch` that records each request, including failed requests. */
export function recordingFetch(
  { outbound, scrubber, record }: Pick<Sending, "outbound" | "scrubber" | "record">,
  { show = (url) => url, hasPlainBody = false }: Showing,
): Outbound {
  const clean = (text: string) => cutText(scrubber.text(text));
  return {
    ...outbound,
    fetch: async (url, options = {}) => {
      const request = clean(printRequest(show(String(url)), options, hasPlainBody));
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

function printRequest(url: string, { method = "GET", headers = {}, body = "" }: FetchOptions, isPlain: boolean) {
  return printed(`${method} ${url}`, headers, isPlain ? String(body) : maskFields(String(body)));
}

const printResponse = ({ status, headers, body }: Fetched) =>
  printed(`${status}`, headers, maskFields(body.toString("utf8")));

function printed(first: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${isShownHeader(name) ? value : mask}`);
  return [first, ...lines, "", body].join("\n").trimEnd();
}

/** Masks fields such as access_token, which a response may contain before its value is registered as a secret. */
function maskFields(body: string): string {
  if (!/^\s*[[{]/.test(body)) return body;
  try {
    return JSON.stringify(maskedIn(JSON.parse(body)), null, 2);
  } catch {
    return body;
  }
}

/** Changes the parsed document itself. JSON.stringify() with a replacer function would take three times as long. */
function maskedIn(value: unknown): unknown {
  if (Array.isArray(value)) value.forEach(maskedIn);
  else if (typeof value === "object" && value !== null)
    for (const [name, field] of Object.entries(value))
      if (typeof field !== "string") maskedIn(field);
      else if (isMasked(name)) (value as Record<string, unknown>)[name] = mask;
  return value;
}

/** Responses can contain arbitrary names. */
const maxNames = 1_000;
const maxName = 100;

/** Caches the result for each name, because fields and headers have the same names in every message. */
function perName(judge: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const found = known.get(name) ?? judge(name);
    if (known.size < maxNames && name.length <= maxName) known.set(name, found);
    return found;
  };
}

const isMasked = perName(isSecretField);
const isShownHeader = perName((name) => isPlainHeader(name) || shownHeaders.test(name.toLowerCase()));

const cutText = (text: string) =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength)}\n… ${text.length - maxLength} more characters`;
