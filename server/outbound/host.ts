// Normalizes a host according to the URL standard before the host is checked or looked up: for example 127.1,
// 0x7f000001, ①②⑦.0.0.1, %3127.0.0.1 and [::ffff:7f00:1].
import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { TargetRefused } from "./outbound.ts";

/** An IP address, or a name in lower-case ASCII. `query` ends with a dot if the name was written as fully qualified. */
export type Host = { address: string; zone?: string } | { name: string; query: string };

// Matches characters that would end the host in a URL or hide a different host behind it.
// oxlint-disable-next-line no-control-regex
const notInHosts = /[\0-\x20\x7f/\\?#@:<>[\]^|]/;
const longest = 1024;

export function readHost(text: string): Host {
  // Plain IPv4 addresses take a fast path.
  if (isIPv4(text)) return { address: text };
  const bare = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  if (bare.includes(":")) return readIpv6(bare);
  const isHost = bare === text && bare !== "" && bare.length <= longest && !notInHosts.test(bare);
  if (!isHost || !URL.canParse(`http://${bare}/`)) throw noHost();
  const { hostname } = new URL(`http://${bare}/`);
  if (ipaddr.IPv4.isValidFourPartDecimal(hostname)) return { address: hostname };
  const name = hostname.replace(/\.$/, "");
  if (!/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name)) throw noHost();
  // The hosts file lists localhost without the dot.
  return { name, query: name === "localhost" ? name : hostname };
}

function readIpv6(text: string): Host {
  // In URLs the percent sign before a zone is itself encoded: fe80::1%25eth0.
  const [, address = "", zone] = /^([^%]+)(?:%(?:25)?([\w.-]+))?$/.exec(text) ?? [];
  if (!ipaddr.IPv6.isValid(address)) throw noHost();
  return { address: ipaddr.IPv6.parse(address).toString(), ...(zone !== undefined && { zone }) };
}

// Creates the error. It does not quote the host, because a typing error in a URL can put a password in its place.
const noHost = () => new TargetRefused("The host is neither a host name nor an IP address.");

/** Returns the host as a user would write it. */
export const hostText = (host: Host): string => ("name" in host ? host.name : host.address);
