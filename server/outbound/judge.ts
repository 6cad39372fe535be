// The policy for outbound connections: decides whether a connection to an address is allowed with a degree of trust.
// Its input is a resolved address together with the name it was resolved from.
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { carriedBy, rangeOf, type Range } from "./address-ranges.ts";
import { allowsAddress, allowsName, type AllowedTarget } from "./allowed-targets.ts";
import { hostText, type Host } from "./host.ts";
import type { Trust } from "./outbound.ts";

/**
 * The setting ALLOW_PRIVATE_TARGETS: private and loopback addresses are open only to checks and connections, to
 * everyone, or to no one.
 */
export type PrivateTargets = "operators" | "everybody" | "nobody";

/** A service that only this server may use. Its addresses are looked up for each decision. */
export interface OwnService {
  what: string;
  port: number;
  addresses: () => Promise<readonly string[]>;
}

export interface Rules {
  trust: Trust;
  allowed: readonly AllowedTarget[];
  privateTargets: PrivateTargets;
  ownServices: readonly OwnService[];
  /** The ports that this process listens on, regardless of the address. */
  ownPorts: () => readonly number[];
}

interface Asked {
  host: Host;
  port: number;
}

type Ip = ipaddr.IPv4 | ipaddr.IPv6;

/** The names of cloud metadata services. Outside such a cloud they may belong to a different host. */
const metadataNames = new Set([
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "instance-data",
  "instance-data.ec2.internal",
  "metadata.tencentyun.com",
  "metadata.packet.net",
  "metadata.platformequinix.com",
]);

const refusedRanges: Partial<Record<Range, string>> = {
  "link-local": "a link-local address",
  metadata: "the metadata service of a cloud",
  unspecified: "an unspecified address",
  multicast: "a multicast address",
  broadcast: "a broadcast address",
  reserved: "a reserved address",
};

/** Returns the reason to refuse the name without a lookup; undefined if the decision depends on its addresses. */
export function whyNameRefused(rules: Rules, asked: Asked): string | undefined {
  const { host, port } = asked;
  if (rules.trust === "system" || !("name" in host) || allowsName(rules.allowed, host.name, port)) return undefined;
  return metadataNames.has(host.name) ? refusal(asked, "is the metadata service of a cloud") : undefined;
}

/** Returns the reason to refuse this address of the host; undefined if the connection is allowed. */
export function whyAddressRefused(
  rules: Rules,
  asked: Asked,
  address: string,
): string | undefined | Promise<string | undefined> {
  const { host, port } = asked;
  if (rules.trust === "system" || ("name" in host && allowsName(rules.allowed, host.name, port))) return undefined;
  const ends = endsOf(address).filter(({ ip }) => !allowsAddress(rules.allowed, ip, port));
  for (const { ip, range } of ends) {
    const why = whyRangeRefused(rules, range) ?? whyOurselves(rules, ip, port);
    if (why !== undefined) return refusal(asked, why);
  }
  // The result is synchronous if no service has to be looked up.
  const services = ends.length === 0 ? [] : rules.ownServices.filter((each) => each.port === port);
  return services.length === 0 ? undefined : whyOneOf(services, { asked, ips: ends.map(({ ip }) => ip) });
}

/**
 * The classes are cached, because the class of an address never changes and checks use the same addresses repeatedly.
 */
const known = new Map<string, readonly { ip: Ip; range: Range }[]>();
const maxKnown = 20_000;

function endsOf(address: string) {
  let ends = known.get(address);
  if (!ends) {
    ends = carriedBy(address).map((ip) => ({ ip, range: rangeOf(ip) }));
    if (known.size >= maxKnown) known.clear();
    known.set(address, ends);
  }
  return ends;
}

function whyRangeRefused({ trust, privateTargets }: Rules, range: Range): string | undefined {
  const refused = refusedRanges[range];
  if (refused !== undefined) return `leads to ${refused}`;
  if (range === "public" || privateTargets === "everybody") return undefined;
  if (privateTargets === "nobody") return `leads to a ${range} address, and ALLOW_PRIVATE_TARGETS is nobody`;
  return trust === "operator" ? undefined : `leads to a ${range} address, which only checks and connections may reach`;
}

const whyOurselves = ({ ownPorts }: Rules, ip: Ip, port: number) =>
  ownPorts().includes(port) && isOurs(ip) ? "is Quarterdeck itself" : undefined;

async function whyOneOf(
  services: readonly OwnService[],
  { asked, ips }: { asked: Asked; ips: readonly Ip[] },
): Promise<string | undefined> {
  for (const service of services) {
    const theirs = await service.addresses().catch(() => undefined);
    // If the lookup fails, the target may be the service, so it is refused.
    if (theirs === undefined) return refusal(asked, `may be ${service.what}, which cannot be looked up at the moment`);
    const isSame = theirs
      .flatMap(carriedBy)
      .some((each) => ips.some((ip) => isEqual(each, ip) || (isOurs(each) && isOurs(ip))));
    if (isSame) return refusal(asked, `is ${service.what}`);
  }
  return undefined;
}

const isEqual = (a: Ip, b: Ip) => a.toNormalizedString() === b.toNormalizedString();

/** Whether the address belongs to this machine. */
function isOurs(ip: Ip): boolean {
  if (["loopback", "unspecified"].includes(rangeOf(ip))) return true;
  const local = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return local.some(({ address }) => isEqual(ipaddr.parse(address.replace(/%.*$/, "")), ip));
}

/**
 * Creates the message. It does not contain the resolved address, which would reveal the network to a reader without
 * access to it.
 */
function refusal({ host, port }: Asked, why: string): string {
  const text = hostText(host);
  const entry = `${text.includes(":") ? `[${text}]` : text}:${port}`;
  return `${text} ${why}, so the connection is refused. The operator can allow it with ALLOW_TARGETS=${entry}`;
}
