// Tests the name resolution of this machine against a real name server.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { afterAll, expect, test } from "vitest";
import { startDnsServer } from "#tests/support/dns-server.ts";
import { createSystemLookUp } from "./system-names.ts";

const server = await startDnsServer([
  { name: "harbour.test", type: "A", data: "192.0.2.7" },
  { name: "harbour.test", type: "AAAA", data: "2001:db8:0:0:0:0:0:1" },
  { name: "www.harbour.test", type: "CNAME", data: "harbour.test" },
  { name: "four.test", type: "A", data: "192.0.2.4" },
  { name: "api.dev", type: "A", data: "203.0.113.1" },
  { name: "api.dev.svc.cluster.test", type: "A", data: "192.0.2.10" },
  { name: "shop.example.cluster.test", type: "A", data: "192.0.2.11" },
]);
const folder = mkdtempSync(join(tmpdir(), "names-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const hostsFile = join(folder, "hosts");
writeFileSync(hostsFile, "# ours\n192.0.2.1 Quay quay.test # the old one\n\n::1 quay.test\nnonsense quay.test\n");

const asked: string[] = [];
const lookUp = createSystemLookUp({
  hostsFile,
  serversFile: hostsFile,
  servers: [`127.0.0.1:${server.port}`],
  otherwise: async (name) => (asked.push(name), ["192.0.2.99"]),
});

test("reads the hosts file first, then queries the name servers", async () => {
  expect(await lookUp("quay.test")).toEqual(["192.0.2.1", "::1"]);
  expect(await lookUp("QUAY.")).toEqual(["192.0.2.1"]);
  expect((await lookUp("harbour.test")).toSorted()).toEqual(["192.0.2.7", "2001:db8::1"]);
  expect(await lookUp("four.test")).toEqual(["192.0.2.4"]);
  expect(asked).toEqual([]);
  writeFileSync(hostsFile, "192.0.2.5 quay.test berth.test\n");
  expect(await lookUp("berth.test")).toEqual(["192.0.2.5"]);
});

test("completes unqualified names with the search domains of the machine", async () => {
  const serversFile = join(folder, "resolv.conf");
  const said = (text: string) => {
    writeFileSync(serversFile, text);
    const servers = [`127.0.0.1:${server.port}`];
    return createSystemLookUp({ hostsFile, serversFile, servers, otherwise: async () => ["192.0.2.99"] });
  };
  const cluster = "# made by the node\nsearch svc.cluster.test. cluster.test\noptions edns0 ndots:5 # many\n";
  expect(await said(cluster)("api.dev")).toEqual(["192.0.2.10"]);
  expect(await said(cluster)("api.dev.")).toEqual(["203.0.113.1"]);
  expect(await said(cluster)("shop.example")).toEqual(["192.0.2.11"]);
  expect(await said(cluster)("four.test")).toEqual(["192.0.2.4"]);
  expect(await said(cluster)("nobody.test")).toEqual(["192.0.2.99"]);
  expect(await said("search svc.cluster.test\n")("api.dev")).toEqual(["203.0.113.1"]);
  expect(await said("")("api.dev")).toEqual(["203.0.113.1"]);
});

test("falls back to the system's resolver for unknown names, and uses it directly for .local names", async () => {
  asked.length = 0;
  server.odd["broken.test"] = "failure";
  for (const name of ["nowhere.test", "broken.test", "printer.local"])
    expect(await lookUp(name)).toEqual(["192.0.2.99"]);
  expect(asked).toEqual(["nowhere.test", "broken.test", "printer.local"]);
});

test("while a name server does not respond, lookups of other names continue and no thread is blocked", async () => {
  asked.length = 0;
  const silent = Array.from({ length: 60 }, (_, n) => `silent-${n}.test`);
  for (const name of silent) server.odd[name] = "silence";
  let hasEnded = false;
  const waiting = Promise.allSettled(silent.map(lookUp)).then((ended) => ((hasEnded = true), ended));
  expect(await lookUp("harbour.test")).toHaveLength(2);
  expect(hasEnded).toBe(false);
  const ended = await waiting;
  expect(
    new Set(ended.map((item) => (item.status === "rejected" ? (item.reason as { code: string }).code : ""))),
  ).toEqual(new Set(["EAI_AGAIN"]));
  expect(asked).toEqual([]);
});
