// Functions on addresses and URLs. They do not query name servers or open connections.
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { ExpressionFault } from "../fault.ts";
import type { LibraryFunction } from "./function.ts";
import { Url } from "./url-value.ts";

/** Returns false if either string is not a network or an address. */
function contains(cidr: string, address: string): boolean {
  const [base = "", length] = cidr.split("/");
  const family = isIPv4(base) ? "ipv4" : "ipv6";
  const bits = Number(length);
  if (isIP(base) === 0 || length === undefined || !/^\d{1,3}$/.test(length) || bits > (family === "ipv4" ? 32 : 128))
    return false;
  if (isIP(address) === 0 || (isIPv4(address) ? "ipv4" : "ipv6") !== family) return false;
  const list = new BlockList();
  list.addSubnet(base, bits, family);
  return list.check(address, family);
}

function urlOf(name: string, text: string): Url {
  const url = Url.read(text);
  if (url) return url;
  throw new ExpressionFault(
    `${name} needs a URL such as https://example.com/path, but got ${JSON.stringify(text.slice(0, 80))}.`,
  );
}

function absoluteUrl(text: string): Url {
  const url = urlOf("url", text);
  if (url.isAbsolute) return url;
  throw new ExpressionFault(
    `url needs a URL that begins with a scheme or a slash, but got ${JSON.stringify(text.slice(0, 80))}.`,
  );
}

const is = (name: string, says: string, call: (text: string) => boolean): LibraryFunction => ({
  name: `net.${name}`,
  takes: ["string"],
  gives: "bool",
  says,
  call,
});

const part = (
  name: string,
  says: string,
  call: (url: Url) => unknown,
  more: Partial<LibraryFunction> = {},
): LibraryFunction => ({
  name,
  only: "cel",
  on: "url",
  takes: [],
  gives: "string",
  says,
  call,
  ...more,
});

export const network: readonly LibraryFunction[] = [
  {
    name: "net.ContainsCIDR",
    takes: ["string", "string"],
    gives: "bool",
    says: "Whether a network contains an address",
    call: contains,
  },
  is("IsValidIP", "Whether a string is an IP address", (text) => isIP(text) !== 0),
  is("IsIPv4", "Whether a string is an IPv4 address", isIPv4),
  is("IsIPv6", "Whether a string is an IPv6 address", isIPv6),
  { name: "url", only: "cel", takes: ["string"], gives: "url", says: "Parses a URL", call: absoluteUrl },
  {
    name: "isURL",
    only: "cel",
    takes: ["string"],
    gives: "bool",
    says: "Whether a string is a URL with a scheme, or an absolute path",
    call: (text: string) => Url.read(text)?.isAbsolute === true,
  },
  part("getScheme", "The scheme of a URL", (url) => url.scheme),
  part("getHost", "The host of a URL, with its port", (url) => url.host),
  part("getHostname", "The host of a URL, without its port", (url) => url.hostname),
  part("getPort", "The port of a URL, or an empty string", (url) => url.port),
  part("getEscapedPath", "The path of a URL, escaped", (url) => url.escapedPath),
  part("getQuery", "The parameters of a URL: a list of values per name", (url) => url.parameters(), { gives: "map" }),
  {
    name: "urlParse",
    only: "template",
    templateNames: ["conv.URL"],
    takes: ["string"],
    gives: "url",
    says: "Parses a URL to an object with the fields Scheme, Host, Path, RawQuery, Fragment, User",
    call: (text: string) => urlOf("urlParse", text),
  },
];
