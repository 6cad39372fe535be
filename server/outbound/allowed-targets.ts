// ALLOW_TARGETS: what the operator lets anybody reach, whatever the rules say. Networks, addresses and host names, each with
// a port if only that one is meant.
import ipaddr from "ipaddr.js";
import { isWithin } from "./address-ranges.ts";
import { readHost } from "./host.ts";

export type AllowedTarget = { port: number | undefined } & (
  | { network: [ipaddr.IPv4 | ipaddr.IPv6, number] }
  | { name: string }
);

/** Throws a sentence about the entry that cannot be read. */
export const parseAllowedTargets = (text: string): AllowedTarget[] =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseEntry);

function parseEntry(entry: string, index: number): AllowedTarget {
  // By its number: whoever pastes a whole address in here may paste a password.
  const unreadable = (why: string) => new Error(`has an entry (number ${index + 1}) that ${why}`);
  // Without brackets, two colons are an IPv6 address, and none of them stands before a port.
  const isBareIpv6 = !entry.startsWith("[") && entry.split(":").length > 2;
  const parts = isBareIpv6 ? ["", entry] : /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry);
  const host = parts?.[1] ?? parts?.[2];
  if (host === undefined) throw unreadable("is neither a network, an address nor a host name");
  const port = parts?.[3] === undefined ? undefined : Number(parts[3]);
  if (port !== undefined && (port < 1 || port > 65535)) throw unreadable("has no port from 1 to 65535");
  if (host.includes("/")) {
    if (!ipaddr.isValidCIDR(host)) throw unreadable("is no network such as 10.1.0.0/16");
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

/** A name is allowed with whatever it leads to: who lists it answers for its addresses, too. */
export const allowsName = (targets: readonly AllowedTarget[], name: string, port: number): boolean =>
  targets.some((target) => "name" in target && target.name === name && hasPort(target, port));

export const allowsAddress = (
  targets: readonly AllowedTarget[],
  ip: ipaddr.IPv4 | ipaddr.IPv6,
  port: number,
): boolean => targets.some((target) => "network" in target && hasPort(target, port) && isWithin(ip, target.network));
