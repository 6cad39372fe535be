// Computes the follow-up request for a redirect.
import { TargetRefused, type TlsTarget } from "./outbound.ts";
import { readUrl, takeCredentials } from "./request-headers.ts";

export interface Request {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | undefined;
  tls: TlsTarget;
}

const redirecting = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number, location: string | undefined): location is string =>
  location !== undefined && redirecting.has(status);

/** The headers that may be sent to a different site. Any other header may contain a credential. */
const harmless = new Set(["accept", "accept-encoding", "accept-language", "content-type", "user-agent"]);

export function redirected(request: Request, status: number, location: string): Request {
  const { url: from, tls } = request;
  if (!URL.canParse(location, from.href)) throw new TargetRefused(`${from.host} redirects to an invalid URL.`);
  const url = readUrl(new URL(location, from));
  takeCredentials(url);
  const becomesGet = status === 303 ? request.method !== "HEAD" : status < 303 && request.method === "POST";
  const { "content-type": contentType, ...others } = request.headers;
  const same: Request = {
    url,
    tls,
    method: becomesGet ? "GET" : request.method,
    body: becomesGet ? undefined : request.body,
    headers: becomesGet || contentType === undefined ? others : { ...others, "content-type": contentType },
  };
  if (url.origin === from.origin) return same;
  const isSecret = ([name]: [string, string]) => !harmless.has(name);
  const carriesSecrets =
    Object.entries(request.headers).some(isSecret) || tls.cert !== undefined || same.body !== undefined;
  if (from.protocol === "https:" && url.protocol === "http:" && carriesSecrets)
    throw new TargetRefused(`${from.host} redirects from https to http, which would send the request unencrypted.`);
  return {
    ...same,
    headers: Object.fromEntries(Object.entries(same.headers).filter((header) => !isSecret(header))),
    tls: { insecure: tls.insecure, ca: tls.ca, handshakeMs: tls.handshakeMs },
  };
}
