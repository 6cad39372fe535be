// What goes out in the head of a request: nothing that would end it early, or make two requests of it.
import { TargetRefused } from "./outbound.ts";

export type Headers = Readonly<Record<string, string>>;

const token = /^[\w!#$%&'*+.^`|~-]+$/;
// oxlint-disable-next-line no-control-regex
const unsafe = /[\0-\x08\x0a-\x1f\x7f]/;

/** How this one connection is used is decided here: libraries that set these get what they mean anyway. */
const leftOut = new Set(["connection", "content-length", "expect", "keep-alive", "proxy-connection", "te", "trailer"]);
/** These would make something else of the connection. */
const refused = new Set(["proxy-authorization", "transfer-encoding", "upgrade"]);

/** By lower-case name. */
export function readHeaders(given: Headers = {}): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (!token.test(name)) throw new TargetRefused(`${JSON.stringify(name)} cannot be the name of a header.`);
    // The value may be a secret.
    if (unsafe.test(value))
      throw new TargetRefused(`The header ${name} has a line break or another control character in it.`);
    if (refused.has(lower)) throw new TargetRefused(`The header ${name} cannot be set: leave it out.`);
    if (!leftOut.has(lower)) headers[lower] = value;
  }
  return headers;
}

export function readMethod(method = "GET"): string {
  if (!token.test(method)) throw new TargetRefused(`${JSON.stringify(method)} is no method of HTTP.`);
  const upper = method.toUpperCase();
  // One makes a tunnel, the other shows what a proxy adds.
  if (upper === "CONNECT" || upper === "TRACE") throw new TargetRefused(`The method ${upper} is not used from here.`);
  return upper;
}

export function readUrl(text: string | URL): URL {
  const written = typeof text === "string" ? text : text.href;
  // Reading would leave out tabs and line breaks, and so make another address of it.
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x1f\x7f]/.test(written))
    throw new TargetRefused("The address has a line break or another control character in it.");
  const url = URL.parse(written);
  if (!url) throw new TargetRefused("This is no web address: it needs to look like https://host/path.");
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new TargetRefused(`Addresses that begin with ${url.protocol} are not fetched, only http: and https:.`);
  if (url.hash !== "") url.hash = "";
  return url;
}

/** Takes user and password out of the address, and gives the header that says the same. */
export function takeCredentials(url: URL): string | undefined {
  const { username, password } = url;
  if (username === "" && password === "") return undefined;
  url.username = "";
  url.password = "";
  const pair = `${unescaped(username)}:${unescaped(password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/** A percent sign that begins nothing stands for itself. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
