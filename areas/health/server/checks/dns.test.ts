// Tests DNS checks against a real name server.
import { expect, test } from "vitest";
import { runOne } from "#tests/support/checks.ts";
import { startDnsServer } from "#tests/support/dns-server.ts";
import { freePort } from "#tests/support/free-port.ts";

const server = await startDnsServer([
  { name: "harbour.test", type: "A", data: "192.0.2.7" },
  { name: "harbour.test", type: "A", data: "192.0.2.3" },
  { name: "harbour.test", type: "AAAA", data: "2001:db8:0:0:0:0:0:1" },
  { name: "harbour.test", type: "MX", data: "10 Mail.harbour.test" },
  { name: "harbour.test", type: "NS", data: "ns1.harbour.test" },
  { name: "harbour.test", type: "TXT", data: "v=spf1| -all" },
  { name: "www.harbour.test", type: "CNAME", data: "harbour.test" },
  { name: "_ship._tcp.harbour.test", type: "SRV", data: "1 5 8080 pier.harbour.test" },
  { name: "7.2.0.192.in-addr.arpa", type: "PTR", data: "harbour.test" },
]);
server.odd["silent.test"] = "silence";
server.odd["broken.test"] = "failure";
server.odd["closed.test"] = "refusal";
const run = (spec: Readonly<Record<string, unknown>>) =>
  runOne("dns", { query: "harbour.test", server: "127.0.0.1", port: server.port, ...spec });

test.each([
  ["A", "harbour.test", ["192.0.2.3", "192.0.2.7", "2001:db8::1"]],
  ["MX", "harbour.test", ["mail.harbour.test. 10"]],
  ["NS", "harbour.test.", ["NS1.harbour.test."]],
  ["TXT", "harbour.test", ["v=spf1 -all"]],
  ["CNAME", "www.harbour.test", ["harbour.test."]],
  ["CNAME", "harbour.test", ["harbour.test."]],
  ["SRV", "_ship._tcp.harbour.test", ["1 5 8080 pier.harbour.test."]],
  ["PTR", "192.0.2.7", ["harbour.test."]],
  ["PTR", "7.2.0.192.in-addr.arpa", ["harbour.test."]],
])("compares the %s records of %s with exactly %j", async (querytype, query, exactreply) => {
  const found = await run({ querytype, query, exactreply: exactreply.toReversed(), minrecords: exactreply.length });
  expect(found).toMatchObject({ verdict: "healthy", error: "" });
  expect(found.durationMs).toBeGreaterThanOrEqual(1);
  const wrong = await run({ querytype, query, exactreply: ["x."] });
  expect(wrong).toMatchObject({
    verdict: "unhealthy",
    error: expect.stringMatching(/^the records are .+ and not x\.$/),
  });
});

test("limits the number of records and the response time", async () => {
  expect(await run({ minrecords: 4 })).toMatchObject({ error: "there are 3 records, and at least 4 are expected" });
  expect((await run({ thresholdMillis: 0.001 })).error).toMatch(/^the response took \d+ ms, longer than 0.001 ms$/);
});

test.each([
  [{ query: "nowhere.test" }, "A nowhere.test: there is no such name"],
  [{ querytype: "CNAME", query: "nowhere.test" }, "CNAME nowhere.test: there is no such name"],
  [{ querytype: "SRV" }, "SRV harbour.test: the name has no records of this type"],
  [{ query: "www.harbour.test" }, "A www.harbour.test: the name has no records of this type"],
  [{ query: "broken.test" }, "A broken.test: the name server could not resolve the name"],
  [{ query: "closed.test" }, "A closed.test: the name server refused the query"],
  [{ query: "silent.test", timeout: 0.2 }, "A silent.test: the name server did not respond in time"],
])("fails for %o with the error: %s", async (spec, error) => {
  expect(await run(spec)).toMatchObject({ verdict: "unhealthy", isInvalid: false, error });
});

test("reports an unreachable server, a forbidden server and an invalid query", async () => {
  expect((await run({ port: await freePort() })).error).toMatch(
    /no name server listens at this address|did not respond in time/,
  );
  expect((await run({ server: "169.254.169.254" })).error).toMatch(/leads to the metadata service of a cloud/);
  expect(await run({ query: "a b" })).toMatchObject({
    isInvalid: true,
    error: '"a b" is not a valid DNS name.',
  });
  expect(server.asked.some(({ name }) => name.includes("a b"))).toBe(false);
});
