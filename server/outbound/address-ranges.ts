// Classifies IP addresses. An address that embeds another address, as tunnels and translators do, has the class of the
// embedded address.
import ipaddr from "ipaddr.js";

export type Range =
  | "public"
  | "private"
  | "loopback"
  | "link-local"
  | "metadata"
  | "unspecified"
  | "multicast"
  | "broadcast"
  | "reserved";

/**
 * The ranges in order; the first match decides. Addresses without a match are public (IPv4) or reserved (IPv6, where
 * only 2000::/3 is allocated).
 */
const ranges: readonly (readonly [Range, readonly string[]])[] = [
  // Metadata services, which provide cloud credentials to any process on the machine: AWS, Azure, Google, Alibaba,
  // Oracle, Tencent, Scaleway, Linode.
  ["metadata", ["169.254.169.254/32", "169.254.170.2/32", "169.254.170.23/32", "169.254.42.42/32", "169.254.0.23/32"]],
  ["metadata", ["168.63.129.16/32", "100.100.100.200/32", "192.0.0.192/32"]],
  ["metadata", ["fd00:ec2::/32", "fd20:ce::/64", "fd00:42::42/128", "fd00:a9fe:a9fe::/48"]],
  ["unspecified", ["0.0.0.0/8", "::/128"]],
  ["loopback", ["127.0.0.0/8", "::1/128"]],
  ["link-local", ["169.254.0.0/16", "fe80::/10"]],
  ["private", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"]],
  ["multicast", ["224.0.0.0/4", "ff00::/8"]],
  ["broadcast", ["255.255.255.255/32"]],
  ["reserved", ["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24"]],
  ["reserved", ["203.0.113.0/24", "240.0.0.0/4"]],
  ["reserved", ["2001::/23", "2001:db8::/32", "3fff::/20"]],
  // The IETF has deprecated site-local addresses (RFC 3879) and the 6bone (RFC 3701). No network may use them today.
  ["reserved", ["fec0::/10", "3ffe::/16"]],
  ["public", ["0.0.0.0/0", "2000::/3"]],
];

type Ip = ipaddr.IPv4 | ipaddr.IPv6;
type Cidr = [Ip, number];

const table = ranges.map(([range, texts]) => ({ range, cidrs: texts.map((text): Cidr => ipaddr.parseCIDR(text)) }));

export const isWithin = (ip: Ip, [base, bits]: Cidr): boolean =>
  base.kind() === ip.kind() && (ip as ipaddr.IPv6).match(base, bits);

export const rangeOf = (ip: Ip): Range =>
  table.find(({ cidrs }) => cidrs.some((cidr) => isWithin(ip, cidr)))?.range ?? "reserved";

const cidr = (text: string): Cidr => ipaddr.parseCIDR(text);
/** Networks whose last four bytes are an IPv4 address: mapped, compatible, translated (SIIT), NAT64. */
const endsInIpv4 = ["::ffff:0:0/96", "::/96", "::ffff:0:0:0/96", "64:ff9b::/96"].map(cidr);
const sixToFour = cidr("2002::/16");
const teredo = cidr("2001::/32");

/** Returns the final destinations of a packet to this address; none of them embeds another address. */
export function carriedBy(address: string): Ip[] {
  const ip = ipaddr.parse(address);
  if (ip.kind() === "ipv4" || ["unspecified", "loopback"].includes(rangeOf(ip))) return [ip];
  const bytes = ip.toByteArray();
  const ipv4 = (from: number, mask = 0) => new ipaddr.IPv4(bytes.slice(from, from + 4).map((byte) => byte ^ mask));
  if (endsInIpv4.some((each) => isWithin(ip, each))) return [ipv4(12)];
  if (isWithin(ip, sixToFour)) return [ipv4(2)];
  // A Teredo address contains the relay and the client behind it, whose address is stored with inverted bits.
  if (isWithin(ip, teredo)) return [ipv4(4), ipv4(12, 0xff)];
  // Every network may embed an IPv4 address as ISATAP, so the rules apply to both addresses.
  const isIsatap = [0, 2].includes(bytes[8]!) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
  return isIsatap ? [ip, ipv4(12)] : [ip];
}
