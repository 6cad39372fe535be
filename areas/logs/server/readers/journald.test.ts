// Reads a real journal with the machine's journalctl. It has 120 successful requests, three failed requests and two
// unusual entries.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { logQuery, messages, openFolder, openReader, takeLines, type RunParts } from "#tests/support/log-reader.ts";
import { readEntry } from "./journald/entry.ts";
import { journald } from "./journald.ts";

const reader = journald as unknown as Parameters<typeof openReader>[0];
const allowed = openFolder();
const directory = join(allowed, "journal");
mkdirSync(directory);
writeFileSync(
  join(directory, "system.journal"),
  brotliDecompressSync(readFileSync(new URL("../../../../tests/support/quay.journal.br", import.meta.url))),
);

const open = (spec: object = {}, parts: RunParts = {}) =>
  openReader(reader, { directory, ...spec }, { directories: [allowed], ...parts });
const harbour = { labels: { identifier: "harbour" } };

test("the newest entries come first, with host, severity and a precise time", async () => {
  const source = await open();
  const { lines, reached } = await source.search(logQuery({ ...harbour, limit: 3 }));
  expect(messages(lines)).toEqual([
    "request 120 failed: connection refused",
    "request 120 served in 360 ms",
    "request 119 served in 357 ms",
  ]);
  expect(lines[0]).toMatchObject({
    host: "quay",
    source: "harbour",
    severity: "error",
    timestamp: expect.stringMatching(/^2026-11-17T\d\d:\d\d:\d\d\.\d{6}Z$/),
    labels: { identifier: "harbour", priority: "3", transport: "journal" },
  });
  expect(reached).toBe(lines[2]!.time);
});

test("entries are searched by words, labels and time, in both directions", async () => {
  const source = await open();
  const failed = await source.search(logQuery({ ...harbour, search: "/refused$/", direction: "forward" }));
  expect(messages(failed.lines).map((text) => text.split(" ")[1])).toEqual(["40", "80", "120"]);
  expect(failed.reached).toBeUndefined();
  const { lines } = await source.search(logQuery(harbour));
  expect(lines).toHaveLength(123);
  const middle = lines[60]!.time;
  const half = await source.search(logQuery({ ...harbour, start: middle }));
  expect(half.lines.length).toBeGreaterThanOrEqual(61);
  expect(half.lines.every(({ time }) => time >= middle)).toBe(true);
  expect((await source.search(logQuery({ labels: { priority: "3" } }))).lines).toHaveLength(3);
  expect((await source.search(logQuery({ labels: { identifier: "harb*", host: "other" } }))).lines).toEqual([]);
});

test("binary messages and messages with several lines are readable", async () => {
  const { lines } = await (await open()).search(logQuery({ limit: 2, search: "/bytes|second/" }));
  expect(messages(lines)).toEqual(["first line\nsecond line", "bytes \ufffd\ufffd end"]);
  expect(readEntry("no json")).toBeUndefined();
  expect(readEntry("{}")).toBeUndefined();
});

test("the units of the backend limit every search, whatever the request contains", async () => {
  const source = await open({ units: ["nginx.service"] });
  expect((await source.search(logQuery())).lines).toEqual([]);
  expect((await source.search(logQuery({ labels: { unit: "ssh.service" } }))).lines).toEqual([]);
});

test("a label value cannot become a command-line option", async () => {
  const { lines } = await (await open()).search(logQuery({ labels: { identifier: "--file=/etc/passwd" } }));
  expect(lines).toEqual([]);
});

test("the journal has labels, fields, a histogram and a description", async () => {
  const source = await open();
  const query = logQuery(harbour);
  const labels = await source.labels(query);
  expect(labels.find(({ name }) => name === "identifier")?.values).toEqual(
    expect.arrayContaining(["binary", "harbour"]),
  );
  const hour = Date.parse("2026-11-17T00:00:00Z");
  const { buckets } = await source.histogram(logQuery({ ...harbour, start: hour, end: hour + 86_400_000 }), 86_400_000);
  expect(buckets).toEqual([
    { time: hour, severity: "info", count: 120 },
    { time: hour, severity: "error", count: 3 },
  ]);
  expect((await source.fields(query)).find(({ name }) => name === "identifier")).toMatchObject({ count: 123 });
  expect(await source.describe()).toMatch(/^The journal of /);
});

test("a tail that continues an earlier tail begins where the earlier tail ended", async () => {
  const stop = new AbortController();
  const source = await open({}, { signal: stop.signal });
  const newest = (await source.search(logQuery({ ...harbour, limit: 3 }))).lines;
  const lines = await takeLines(source, logQuery({ ...harbour, start: newest.at(-1)!.time }), { count: 3 });
  stop.abort();
  expect(messages(lines)).toEqual(messages(newest).reverse());
});

test("a backend that is limited to units does not return the names of other units", async () => {
  const source = await open({ units: ["quay.service"] });
  expect(await source.labels(logQuery())).toEqual([{ name: "unit", values: ["quay.service"] }]);
});

test("a tail of an idle journal waits, and ends when the caller cancels", async () => {
  const stop = new AbortController();
  const source = await open({}, { signal: stop.signal });
  const tail = source.tail(logQuery({ start: Date.now() }));
  const next = tail.next();
  stop.abort();
  expect((await next).done).toBe(true);
});

test("a directory outside ALLOW_DIRECTORIES, a missing journal and disabled commands have clear messages", async () => {
  const elsewhere = await open({ directory: "/var/log/journal" });
  await expect(elsewhere.search(logQuery())).rejects.toThrow("ALLOW_DIRECTORIES");
  const missing = await open({ directory: join(allowed, "none") });
  await expect(missing.search(logQuery())).rejects.toThrow();
  const off = await open({}, { allowExec: false });
  await expect(off.search(logQuery())).rejects.toThrow("ALLOW_EXEC");
});
