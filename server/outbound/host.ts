// A host in one notation, however it was written: 127.1, 0x7f000001, ①②⑦.0.0.1, %3127.0.0.1 and [::ffff:7f00:1] are what the
// rules of web addresses say they are, before anybody judges them or looks them up.
import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { TargetRefused } from "./outbound.ts";

/** An IP address, or a name in small ASCII letters; `query` ends with a dot where it was written as a whole name. */
export type Host = { address: string; zone?: string } | { name: string; query: string };

// Whatever would end the host, or hide another one behind it, where it stands in an address.
// oxlint-disable-next-line no-control-regex
const notInHosts = /[\0-\x20\x7f/\\?#@:<>[\]^|]/;
const longest = 1024;

export function readHost(text: string): Host {
  // Most are written as they are meant.
  if (isIPv4(text)) return { address: text };
  const bare = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  if (bare.includes(":")) return readIpv6(bare);
  const isHost = bare === text && bare !== "" && bare.length <= longest && !notInHosts.test(bare);
  if (!isHost || !URL.canParse(`http://${bare}/`)) throw noHost();
  const { hostname } = new URL(`http://${bare}/`);
  if (ipaddr.IPv4.isValidFourPartDecimal(hostname)) return { address: hostname };
  const name = hostname.replace(/\.$/, "");
  if (!/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name)) throw noHost();
  // The hosts file knows it without the dot.
  return { name, query: name === "localhost" ? name : hostname };
}

function readIpv6(text: string): Host {
  // In web addresses the sign before a zone is itself written with one: fe80::1%25eth0.
  const [, address = "", zone] = /^([^%]+)(?:%(?:25)?([\w.-]+))?$/.exec(text) ?? [];
  if (!ipaddr.IPv6.isValid(address)) throw noHost();
  return { address: ipaddr.IPv6.parse(address).toString(), ...(zone !== undefined && { zone }) };
}

// What was written is not repeated: a mistake in an address can put a password where the host belongs.
const noHost = () =>
  new TargetRefused("What stands in the place of the host is neither a host name nor an IP address.");

/** As somebody would write it. */
export const hostText = (host: Host): string => ("name" in host ? host.name : host.address);
