import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { carriedBy, rangeOf } from "./address-ranges.ts";
import { allowsAddress, allowsName, parseAllowedTargets } from "./allowed-targets.ts";
import { readHost } from "./host.ts";
import { whyAddressRefused, whyNameRefused, type Rules } from "./judge.ts";

const rules = (overrides: Partial<Rules> = {}): Rules => ({
  trust: "operator",
  allowed: [],
  privateTargets: "operators",
  ownServices: [],
  ownPorts: () => [],
  ...overrides,
});

test.each([
  ["8.8.8.8", "public"],
  ["2606:4700::1", "public"],
  ["10.0.0.1", "private"],
  ["172.31.255.255", "private"],
  ["172.32.0.0", "public"],
  ["100.64.0.1", "private"],
  ["fd00::1", "private"],
  ["127.255.0.1", "loopback"],
  ["::1", "loopback"],
  ["169.254.1.1", "link-local"],
  ["febf::1", "link-local"],
  ["169.254.169.254", "metadata"],
  ["fd00:ec2::254", "metadata"],
  ["0.0.0.1", "unspecified"],
  ["::", "unspecified"],
  ["224.0.0.1", "multicast"],
  ["ff02::1", "multicast"],
  ["255.255.255.255", "broadcast"],
  ["240.0.0.1", "reserved"],
  ["192.0.2.1", "reserved"],
  ["2001:db8::1", "reserved"],
  ["4000::1", "reserved"],
])("the address %s is in the range %s", (address, range) => {
  expect(carriedBy(address).map(rangeOf)).toEqual([range]);
});

// These are all entries of IANA's special-purpose registries for IPv4 and IPv6 that are not globally reachable, by
// their first and last address. The tests of embedded addresses below cover the remaining addresses (mapped, 6to4,
// Teredo, 64:ff9b::/96).
test.each([
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "239.255.255.255"],
  ["240.0.0.0", "255.255.255.255"],
  ["::", "::1"],
  ["64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
  ["100::", "100::ffff:ffff:ffff:ffff"],
  ["100:0:0:1::", "100:0:0:1:ffff:ffff:ffff:ffff"],
  ["2001:1::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff"],
  ["2001:10::", "2001:1f:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:20::", "2001:2f:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["3ffe::", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
])("refuses the special-purpose range %s to %s to viewers", (first, last) => {
  const host = { name: "example.org", query: "example.org" };
  for (const address of [first, last])
    expect(whyAddressRefused(rules({ trust: "anyone" }), { host, port: 80 }, address)).toMatch(
      /^example\.org leads to /,
    );
});

test.each([
  ["fec0::1"],
  ["feff::1"],
  ["3ffe::1"],
  ["64:ff9b:1::10.0.0.1"],
  ["5f00::1"],
  ["100::1"],
  ["2001:2::1"],
  ["192.88.99.1"],
  ["240.0.0.1"],
  ["::ffff:240.0.0.1"],
  ["64:ff9b::240.0.0.1"],
  ["2002:f000:1::1"],
])("refuses %s even to checks and connections", (address) => {
  const host = { name: "example.org", query: "example.org" };
  expect(whyAddressRefused(rules({ trust: "operator" }), { host, port: 80 }, address)).toMatch(
    /^example\.org leads to a reserved address/,
  );
});

test.each([
  ["::ffff:1.2.3.4", ["1.2.3.4"]],
  ["::ffff:0:1.2.3.4", ["1.2.3.4"]],
  ["::1.2.3.4", ["1.2.3.4"]],
  ["64:ff9b::1.2.3.4", ["1.2.3.4"]],
  ["2002:102:304::9", ["1.2.3.4"]],
  ["2001:0:506:708::fefd:fcfb", ["5.6.7.8", "1.2.3.4"]],
  ["2600::5efe:1.2.3.4", ["2600::5efe:102:304", "1.2.3.4"]],
  ["2600::200:5efe:1.2.3.4", ["2600::200:5efe:102:304", "1.2.3.4"]],
  ["::1", ["::1"]],
  ["::", ["::"]],
  ["2600::1", ["2600::1"]],
])("packets to the address %s arrive at %j", (address, carried) => {
  expect(carriedBy(address).map(String)).toEqual(carried);
});

test.each([
  ["127.1", { address: "127.0.0.1" }],
  ["0x7f000001", { address: "127.0.0.1" }],
  ["127%2e0.0.1", { address: "127.0.0.1" }],
  ["①②⑦.0.0.1", { address: "127.0.0.1" }],
  ["127.0.0.1.", { address: "127.0.0.1" }],
  ["[::1]", { address: "::1" }],
  ["0:0::1", { address: "::1" }],
  ["fe80::1%eth0", { address: "fe80::1", zone: "eth0" }],
  ["[fe80::1%25eth0]", { address: "fe80::1", zone: "eth0" }],
  ["Example.ORG", { name: "example.org", query: "example.org" }],
  ["example.org.", { name: "example.org", query: "example.org." }],
  ["localhost.", { name: "localhost", query: "localhost" }],
  ["my_service", { name: "my_service", query: "my_service" }],
  ["münchen.test", { name: "xn--mnchen-3ya.test", query: "xn--mnchen-3ya.test" }],
])("reads the host %j as %j", (text, host) => {
  expect(readHost(text)).toEqual(host);
});

test.each([
  "",
  ...".|..|a..b|a b|a/b|a@b|a:80|a?b|a#b|a\\b|a\nb|a\0b|[a]|[127.0.0.1]|[::1|::1]|:::1|1.2.3.4.5|256.1.1.1".split("|"),
  ..."/var/run/postgresql|%2fvar%2frun|*.a.test|$(host)".split("|"),
])("refuses the host %j without quoting it", (text) => {
  expect(() => readHost(text + "a".repeat(text === "" ? 2_000 : 0))).toThrow();
  expect(() => readHost(text)).toThrow(/^The host is neither/);
});

test("parses ALLOW_TARGETS and reports invalid entries by number", () => {
  const targets = parseAllowedTargets("10.0.0.0/8:5432, [fd00::/8]:443,fe80::1,0x7f.1,Metadata.Google.Internal.:80,");
  expect(targets).toHaveLength(5);
  const address = (text: string, port: number) => allowsAddress(targets, carriedBy(text)[0]!, port);
  expect([address("10.9.9.9", 5432), address("10.9.9.9", 5433), address("11.0.0.1", 5432)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([address("fd12::1", 443), address("fd12::1", 80)]).toEqual([true, false]);
  expect([address("fe80::1", 1), address("fe80::2", 1)]).toEqual([true, false]);
  expect([address("127.0.0.1", 9), address("127.0.0.2", 9)]).toEqual([true, false]);
  const name = (text: string, port: number) => allowsName(targets, text, port);
  expect([
    name("metadata.google.internal", 80),
    name("metadata.google.internal", 81),
    name("google.internal", 80),
  ]).toEqual([true, false, false]);
  for (const [text, sentence] of [
    ["a.test,10.0.0.0/40", "(number 2) that is not a network"],
    ["a.test:0", "(number 1) that has no port"],
    ["a.test:70000", "(number 1) that has no port"],
    ["https://a.test", "(number 1) that is neither"],
    ["[::1", "(number 1) that is neither"],
    ["a b", "(number 1) that is neither"],
    ["*.a.test", "(number 1) that is neither"],
  ] as const)
    expect(() => parseAllowedTargets(text)).toThrow(sentence);
});

test("applies ALLOW_PRIVATE_TARGETS to private addresses", async () => {
  const why = (overrides: Partial<Rules>) =>
    whyAddressRefused(rules(overrides), { host: { address: "10.0.0.5" }, port: 80 }, "10.0.0.5");
  expect(await why({ trust: "operator" })).toBeUndefined();
  expect(await why({ trust: "anyone" })).toMatch(/private address, which only checks and connections may reach/);
  expect(await why({ trust: "anyone", privateTargets: "everybody" })).toBeUndefined();
  expect(await why({ trust: "operator", privateTargets: "nobody" })).toMatch(/ALLOW_PRIVATE_TARGETS is nobody/);
  expect(await why({ trust: "system", privateTargets: "nobody" })).toBeUndefined();
});

test("explains a refusal and how to allow the target, without revealing the address", async () => {
  const asked = { host: readHost("intranet.test"), port: 8443 };
  expect(await whyAddressRefused(rules({ trust: "anyone" }), asked, "10.1.2.3")).toBe(
    "intranet.test leads to a private address, which only checks and connections may reach, so the connection is refused. " +
      "The operator can allow it with ALLOW_TARGETS=intranet.test:8443",
  );
  const six = { host: readHost("[fe80::1]"), port: 80 };
  const why = await whyAddressRefused(rules(), six, "fe80::1");
  const [entry] = parseAllowedTargets(why!.replace(/^.*=/, ""));
  expect(await whyAddressRefused(rules({ allowed: [entry!] }), six, "fe80::1")).toBeUndefined();
});

test("refuses names of metadata services before the lookup, unless the caller is the system or the target is allowed", () => {
  const asked = { host: readHost("metadata.google.internal."), port: 80 };
  expect(whyNameRefused(rules(), asked)).toMatch(/is the metadata service of a cloud/);
  expect(whyNameRefused(rules({ trust: "system" }), asked)).toBeUndefined();
  expect(whyNameRefused(rules({ allowed: parseAllowedTargets("metadata.google.internal:80") }), asked)).toBeUndefined();
  expect(whyNameRefused(rules(), { host: readHost("metadata.example.org"), port: 80 })).toBeUndefined();
});

test("refuses the server's own ports on every address of this machine, but not on other machines", async () => {
  const ours = rules({ ownPorts: () => [8080] });
  const why = (address: string, port = 8080) => whyAddressRefused(ours, { host: { address }, port }, address);
  expect(await why("127.0.0.1")).toMatch(/is Quarterdeck itself/);
  expect(await why("127.0.0.1", 8081)).toBeUndefined();
  expect(await why("8.8.8.8")).toBeUndefined();
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address } of own) expect(await why(address.replace(/%.*/, ""))).toMatch(/the connection is refused/);
});
