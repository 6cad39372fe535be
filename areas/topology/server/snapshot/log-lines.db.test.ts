// Snapshots with log lines, which are read from real files.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { LogLine } from "#areas/logs/server/index.ts";
import { systemActor } from "#server/http/actor.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { readZip } from "#tests/support/read-zip.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { Budget } from "./collect.ts";
import { collectLogs } from "./log-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "quarterdeck-snapshot-logs-"));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const now = Date.now();
const at = (secondsAgo: number) => new Date(now - secondsAgo * 1_000).toISOString();
const write = (name: string, lines: readonly string[]) =>
  writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(""));
write("office.log", [
  `${at(7_200)} INFO long ago`,
  `${at(300)} INFO ship \u001b[31marrived\u001b[0m`,
  `${at(200)} ERROR quay is full`,
]);
write("crane.log", [`{"time":"${at(100)}","level":"warn","msg":"rope is old"}`]);
write(
  "busy.log",
  Array.from({ length: 12_000 }, (_, index) => `${at(600 - index / 100)} INFO tick ${index}`),
);

const server = await startTestServer({ env: { ROLE: "web", ALLOW_DIRECTORIES: folder } });
const { db, person } = await openEstate(server);
const admin = await person({ roles: ["admin"] });
const viewer = await person({ roles: ["viewer"] });

const fileEntry = (name: string, type: string) => ({ file: { path: [join(folder, name)], routes: [{ type }] } });
await admin.ask("/logging_backends", {
  method: "POST",
  body: {
    name: "harbour logs",
    source: "UI",
    spec: {
      backends: [
        fileEntry("office.log", "Office"),
        fileEntry("crane.log", "Crane"),
        fileEntry("busy.log", "Busy"),
        { loki: { url: "http://127.0.0.1:1", routes: [{ type: "Away" }] } },
      ],
    },
  },
});

interface Added {
  name: string;
  type: string;
  logs: readonly object[];
  parent?: string;
}

async function add({ name, type, logs, parent }: Added): Promise<string> {
  const { id } = await db
    .insertInto("components")
    .values({
      name,
      external_id: name,
      type,
      log_selectors: JSON.stringify(logs),
      ...(parent !== undefined && { parent_id: parent }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const office = await add({ name: "../office of/the quay", type: "Office", logs: [{ name: "application" }] });
await add({
  name: "crane",
  type: "Crane",
  logs: [{ name: "app" }, { name: "audit", type: "Away" }, { name: "none", type: "Unrouted" }],
  parent: office,
});
await add({ name: "crane", type: "Crane", logs: [{ name: "app" }], parent: office });
const busy = await add({ name: "busy", type: "Busy", logs: [{ name: "app" }] });

const fetched = (who: Someone, id: string, query: string) =>
  server.fetch(`/api/snapshot/topology/${id}${query}`, { headers: { authorization: `Bearer ${who.token}` } });

async function download(who: Someone, id: string, query = ""): Promise<Map<string, string>> {
  // The server is notified of new components shortly after they are written.
  await expect.poll(async () => (await fetched(who, id, query)).status, { timeout: 60_000 }).toBe(200);
  return readZip(Buffer.from(await (await fetched(who, id, query)).arrayBuffer()));
}

test("DA-85 a snapshot has the log lines of each component within its time, the oldest first", async () => {
  const files = await download(viewer, office);
  expect([...files.keys()].filter((name) => name.startsWith("log")).sort()).toEqual([
    "log-notes.json",
    "logs/__office_of_the_quay-application.log",
    "logs/crane-app.2.log",
    "logs/crane-app.log",
  ]);
  expect(files.get("logs/__office_of_the_quay-application.log")).toBe(
    `${at(300)} INFO ship arrived\n${at(200)} ERROR quay is full\n`,
  );
  expect(files.get("logs/crane-app.log")).toBe(`${at(100)} warning rope is old\n`);
  expect(files.get("logs/crane-app.2.log")).toBe(files.get("logs/crane-app.log"));
  const longer = await download(viewer, office, "?start=3h");
  expect(longer.get("logs/__office_of_the_quay-application.log")).toContain("long ago");
});

test("a log that cannot be read is reported in a note, and the other parts are complete", async () => {
  const files = await download(viewer, office);
  expect(JSON.parse(files.get("log-notes.json")!)).toEqual([
    {
      component: "crane",
      selector: "audit",
      note: expect.stringContaining("harbour logs: Nothing listens at this address"),
    },
    {
      component: "crane",
      selector: "none",
      note: 'No log backend has a route for the component "crane".',
    },
  ]);
  expect(files.has("components.json")).toBe(true);
});

test("lines can be JSON, and other formats are refused", async () => {
  const files = await download(viewer, office, "?logFormat=json");
  const lines = JSON.parse(files.get("logs/__office_of_the_quay-application.json")!) as LogLine[];
  expect(lines).toMatchObject([
    { timestamp: at(300), severity: "info", message: `${at(300)} INFO ship \u001b[31marrived\u001b[0m` },
    { timestamp: at(200), severity: "error", message: `${at(200)} ERROR quay is full` },
  ]);
  expect(await viewer.ask(`/api/snapshot/topology/${office}?logFormat=xml`)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("query.logFormat: must be log or json") },
  });
});

test("a log with more than 10,000 lines is cut to the newest 10,000", async () => {
  const files = await download(viewer, busy);
  const lines = files.get("logs/busy-app.log")!.trimEnd().split("\n");
  expect(lines).toHaveLength(10_000);
  expect([lines[0], lines.at(-1)]).toEqual([
    expect.stringMatching(/ tick 2000$/),
    expect.stringMatching(/ tick 11999$/),
  ]);
  expect(JSON.parse(files.get("log-notes.json")!)).toEqual([
    { component: "busy", selector: "app", note: "Only the newest 10,000 lines are included." },
  ]);
});

test("a reader without permission to read logs gets none", async () => {
  const limited = await person({ rules: [{ action: "read", component_id: office }] });
  expect([...(await download(limited, office)).keys()]).toEqual(["components.json"]);
});

test("logs that would make the snapshot too large are left out and counted", async () => {
  const span = { from: new Date(now - 900_000), to: new Date(now) };
  const options = { span, format: "log", signal: new AbortController().signal, scrubber: createScrubber() } as const;
  const collect = (budget: Budget) => collectLogs(server.system, systemActor, [office, busy], { ...options, budget });
  expect(await collect(new Budget(0))).toEqual({ files: [], notes: [], leftOut: 2 });
  expect(await collect(new Budget(1_000_000))).toMatchObject({ files: [{}, {}], leftOut: 0 });
});
