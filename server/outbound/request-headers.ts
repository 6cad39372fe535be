// Validates method, URL and headers of a request, so that no value can end the head early or smuggle a second request.
import { TargetRefused } from "./outbound.ts";

export type Headers = Readonly<Record<string, string>>;

const token = /^[\w!#$%&'*+.^`|~-]+$/;
// oxlint-disable-next-line no-control-regex
const unsafe = /[\0-\x08\x0a-\x1f\x7f]/;

/**
 * Headers that are dropped, because this module manages the connection. Libraries that set them still get the intended
 * effect.
 */
const leftOut = new Set(["connection", "content-length", "expect", "keep-alive", "proxy-connection", "te", "trailer"]);
/** Headers that would change the protocol of the connection. */
const refused = new Set(["proxy-authorization", "transfer-encoding", "upgrade"]);

/** Validates headers. The keys of the result are lower-case names. */
export function readHeaders(input: Headers = {}): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(input)) {
    const lower = name.toLowerCase();
    if (!token.test(name)) throw new TargetRefused(`${JSON.stringify(name)} is not a valid header name.`);
    // The message leaves out the value, which may be secret.
    if (unsafe.test(value))
      throw new TargetRefused(`The header ${name} contains a line break or another control character.`);
    if (refused.has(lower)) throw new TargetRefused(`The header ${name} cannot be set. Remove it.`);
    if (!leftOut.has(lower)) headers[lower] = value;
  }
  return headers;
}

export function readMethod(method = "GET"): string {
  if (!token.test(method)) throw new TargetRefused(`${JSON.stringify(method)} is not an HTTP method.`);
  const upper = method.toUpperCase();
  // CONNECT opens a tunnel, TRACE reveals the headers that proxies add.
  if (upper === "CONNECT" || upper === "TRACE") throw new TargetRefused(`The method ${upper} is not allowed.`);
  return upper;
}

export function readUrl(text: string | URL): URL {
  const written = typeof text === "string" ? text : text.href;
  // URL parsing would drop tabs and line breaks and thus produce a different URL.
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x1f\x7f]/.test(written))
    throw new TargetRefused("The URL contains a line break or another control character.");
  const url = URL.parse(written);
  if (!url) throw new TargetRefused("This is not a URL. Write it like https://host/path.");
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new TargetRefused(`URLs that begin with ${url.protocol} are not supported, only http: and https:.`);
  if (url.hash !== "") url.hash = "";
  return url;
}

/** Removes user and password from the URL and returns the equivalent authorization header. */
export function takeCredentials(url: URL): string | undefined {
  const { username, password } = url;
  if (username === "" && password === "") return undefined;
  url.username = "";
  url.password = "";
  const pair = `${unescaped(username)}:${unescaped(password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/** Decodes percent escapes. A percent sign that does not start an escape is literal. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
