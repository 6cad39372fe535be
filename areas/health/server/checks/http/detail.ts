// Builds the stored details of a response, so that two runs can be compared: timings, headers, the beginning of the
// body, and the certificate.
import { isSecretName } from "#language/secret-names.ts";
import type { X509Certificate } from "node:crypto";
import type { Fetched } from "#server/outbound/outbound.ts";
import { shownUrl } from "#areas/connections/server/index.ts";

const maxHeaders = 40;
const maxHeaderLength = 300;
const maxBodyLength = 4_096;

/** These headers differ for each request, or contain session data. */
const leftOut = new Set(["set-cookie", "connection", "keep-alive", "transfer-encoding"]);

export type Detail = ReturnType<typeof detailOf>;

export function detailOf(answer: Fetched) {
  const { status, address, redirects, timings, body, tls } = answer;
  return {
    url: shown(answer.url),
    status,
    address,
    redirects,
    timings: waterfallOf(timings),
    headers: chosen(answer.headers),
    body: shortened(answer),
    bodyBytes: body.length,
    certificate: tls ? { protocol: tls.protocol, ...certificateDetail(tls.certificate) } : null,
  };
}

/** The parts of the run's time, rounded so that they add up to the total that is shown. */
function waterfallOf({ before, lookup, connect, tls, firstByte, body }: Fetched["timings"]) {
  const parts = {
    ...(before > 0 && { before: rounded(before) }),
    dns: rounded(lookup),
    tcp: rounded(connect),
    tls: rounded(tls),
    ttfb: rounded(firstByte),
    body: rounded(body),
  };
  return { ...parts, total: rounded(Object.values(parts).reduce((sum, ms) => sum + ms, 0)) };
}

/** Removes user, password and secret parameters from a URL; most URLs have no such parts. */
export const shown = (url: string) => (/[?@]/.test(url) ? shownUrl(url, "http") : url);

const rounded = (ms: number) => Math.round(ms * 100) / 100;

function chosen(headers: Fetched["headers"]): Record<string, string> {
  const kept: Record<string, string> = {};
  let left = maxHeaders;
  for (const name in headers) {
    if (leftOut.has(name)) continue;
    if ((left -= 1) < 0) break;
    kept[name] = isSecretName(name) ? "***" : headers[name]!.slice(0, maxHeaderLength);
  }
  return kept;
}

/** Returns null for a body that is not text. */
function shortened({ headers, body }: Fetched): string | null {
  const type = headers["content-type"] ?? "";
  if (type !== "" && !/^text\/|json|xml|javascript|x-www-form-urlencoded|yaml/i.test(type)) return null;
  // Drops a character that was cut in half.
  const beginning = body.toString("utf8", 0, maxBodyLength).replace(/\uFFFD$/, "");
  return beginning.includes("\0") ? null : beginning;
}

const certificateDetail = (certificate: X509Certificate) => ({
  subject: oneLine(certificate.subject),
  issuer: oneLine(certificate.issuer),
  names: (certificate.subjectAltName ?? "")
    .split(", ")
    .filter((name) => name !== "")
    .slice(0, 100),
  validFrom: certificate.validFromDate.toISOString(),
  validTo: certificate.validToDate.toISOString(),
  fingerprint: certificate.fingerprint256,
});

const oneLine = (name: string | undefined) => (name ?? "").replaceAll("\n", ", ");
