// Parses ALLOW_TARGETS: the targets that the operator allows for everyone, regardless of the other rules. Entries are
// networks, addresses and host names, each with an optional port.
import ipaddr from "ipaddr.js";
import { isWithin } from "./address-ranges.ts";
import { readHost } from "./host.ts";

export type AllowedTarget = { port: number | undefined } & (
  | { network: [ipaddr.IPv4 | ipaddr.IPv6, number] }
  | { name: string }
);

/** Throws an error that describes the first invalid entry. */
export const parseAllowedTargets = (text: string): AllowedTarget[] =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseEntry);

function parseEntry(entry: string, index: number): AllowedTarget {
  // The message contains the number of the entry instead of the entry, because a pasted URL may contain a password.
  const unreadable = (why: string) => new Error(`has an entry (number ${index + 1}) that ${why}`);
  // Without brackets, two colons mean an IPv6 address without a port.
  const isBareIpv6 = !entry.startsWith("[") && entry.split(":").length > 2;
  const parts = isBareIpv6 ? ["", entry] : /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry);
  const host = parts?.[1] ?? parts?.[2];
  if (host === undefined) throw unreadable("is neither a network, an address nor a host name");
  const port = parts?.[3] === undefined ? undefined : Number(parts[3]);
  if (port !== undefined && (port < 1 || port > 65535)) throw unreadable("has no port from 1 to 65535");
  if (host.includes("/")) {
    if (!ipaddr.isValidCIDR(host)) throw unreadable("is not a network such as 10.1.0.0/16");
    return { network: ipaddr.parseCIDR(host), port };
  }
  try {
    const read = readHost(host);
    if ("name" in read) return { name: read.name, port };
    const ip = ipaddr.parse(read.address);
    return { network: [ip, ip.kind() === "ipv4" ? 32 : 128], port };
  } catch {
    throw unreadable("is neither a network, an address nor a host name");
  }
}

const hasPort = (target: AllowedTarget, port: number) => target.port === undefined || target.port === port;

/**
 * Whether a name is allowed. An allowed name includes all its addresses: the operator who lists the name accepts
 * whatever it resolves to.
 */
export const allowsName = (targets: readonly AllowedTarget[], name: string, port: number): boolean =>
  targets.some((target) => "name" in target && target.name === name && hasPort(target, port));

export const allowsAddress = (
  targets: readonly AllowedTarget[],
  ip: ipaddr.IPv4 | ipaddr.IPv6,
  port: number,
): boolean => targets.some((target) => "network" in target && hasPort(target, port) && isWithin(ip, target.network));
