// Adds every gallery playbook and runs it on this machine.
import { chmodSync, existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { gallery, type GalleryPlaybook } from "#areas/playbooks/server/gallery.ts";
import { openEstate } from "../permissions/estate-server.ts";
import { testDatabase } from "../support/database.ts";
import { startLocalServer } from "../support/local-server.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const database = await testDatabase();
// The database playbook queries the server's own database, which is not allowed by default.
const server = await startTestServer({ database, env: { ALLOW_TARGETS: new URL(database.url).host } });
const { person } = await openEstate(server);
const admin = await person({ roles: ["admin"] });
const target = await startLocalServer();
target.answer = (request, response) => response.writeHead(request.url === "/broken" ? 500 : 200).end("fine");

interface Action {
  name: string;
  status: string;
  error: string | null;
  result: { stdout?: string; rows?: object[]; code?: number } | null;
  artifacts: { filename: string }[] | null;
}
interface State {
  run: { status: string; error: string | null };
  actions: Action[];
}

const ids = new Map<string, string>();

async function idOfAdded({ name, spec }: GalleryPlaybook): Promise<string> {
  const known = ids.get(name);
  if (known !== undefined) return known;
  const { title, description, category, icon } = spec;
  const { status, body, text } = await admin.ask("/playbooks?select=id", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: { name, title, description, category, icon, spec },
  });
  if (status !== 201) throw new Error(text);
  const [{ id }] = body as [{ id: string }];
  ids.set(name, id);
  return id;
}

/** Adds the playbook, runs it with parameters, and returns the ended run. */
async function run(name: string, params: Record<string, string>): Promise<State> {
  const id = await idOfAdded(gallery.find((one) => one.name === name)!);
  const { status, body, text } = await admin.ask("/api/playbook/run", { method: "POST", body: { id, params } });
  if (status !== 201) throw new Error(text);
  const { run_id: runId } = body as { run_id: string };
  return until(
    async () => (await admin.ask(`/api/playbook/run/${runId}/status`)).body as State,
    (state) => ["completed", "failed", "timed_out"].includes(state.run.status),
  );
}

const done = { run: { status: "completed", error: null } };

test("everybody who can read playbooks can read the gallery, which has eight playbooks", async () => {
  const { status, body } = await (await person({ roles: ["viewer"] })).ask("/api/playbook/gallery");
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(gallery)));
  expect(gallery).toHaveLength(8);
});

test("the diagnosis bundle playbook collects files", async () => {
  const state = await run("collect-diagnosis-bundle", {});
  expect(state).toMatchObject(done);
  const files = state.actions[0]!.artifacts!.map(({ filename }) => filename);
  for (const name of ["system", "load-and-memory", "disks", "processes", "sockets"])
    expect(files).toContain(`${name}.txt`);
  expect(state.actions[0]!.result!.stdout).toContain("bundle/system.txt");
});

test("checks disk space", async () => {
  const state = await run("check-disk-space", { limit: "100" });
  expect(state).toMatchObject(done);
  expect(state.actions[0]!.result!.stdout).toContain("All disks are below 100 %.");
});

test.each(["cpu", "memory"])("shows the busiest processes by %s", async (by) => {
  const state = await run("show-busiest-processes", { by });
  expect(state).toMatchObject(done);
  const [head, ...rows] = state.actions[0]!.result!.stdout!.split("\n");
  expect(head).toContain("memory (MB)");
  expect(rows.length).toBeGreaterThan(1);
  const figures = rows.map((row) => Number(row.trim().split(/\s+/)[by === "cpu" ? 1 : 2]));
  expect(figures).toEqual(figures.toSorted((a, b) => b - a));
});

test("waits for a port", async () => {
  const { hostname, port } = new URL(target.url);
  const state = await run("wait-for-port", { host: hostname, port });
  expect(state).toMatchObject(done);
  expect(state.actions[0]!.result!.stdout).toBe(`${hostname}:${port} accepts connections.`);
});

test("checks a web address, and fails for an error status", async () => {
  const good = await run("check-web-address", { url: target.url });
  expect(good).toMatchObject(done);
  expect(good.actions.map(({ status }) => status)).toEqual(["completed", "skipped"]);
  const bad = await run("check-web-address", { url: `${target.url}/broken` });
  expect(bad.run.status).toBe("failed");
  expect(bad.actions[1]!.error).toContain("answered with status 500");
});

test("calls a webhook", async () => {
  const state = await run("call-webhook", { url: `${target.url}/hook`, body: '{"text": "it\'s \\"here\\""}' });
  expect(state).toMatchObject(done);
  const received = target.requests.find(({ url }) => url === "/hook")!;
  expect([received.method, JSON.parse(received.body)]).toEqual(["POST", { text: 'it\'s "here"' }]);
});

test("queries a database", async () => {
  const address = new URL(database.url);
  const { username, password } = address;
  address.username = address.password = "";
  const state = await run("query-database", {
    url: address.href,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  });
  expect(state).toMatchObject(done);
  expect(state.actions[0]!.result!.rows).toHaveLength(20);
});

test("prunes old files, but only lists them by default", async () => {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-gallery-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // Commands run as a user that owns no files.
  chmodSync(folder, 0o777);
  const [old, recent] = [join(folder, "old one.log"), join(folder, "new.log")];
  for (const path of [old, recent]) writeFileSync(path, "x");
  const longAgo = new Date(Date.now() - 40 * 24 * 3_600_000);
  utimesSync(old, longAgo, longAgo);
  const listed = await run("prune-old-files", { folder });
  expect(listed).toMatchObject(done);
  expect(listed.actions.map(({ status }) => status)).toEqual(["completed", "skipped"]);
  expect(listed.actions[0]!.result!.stdout).toBe(`1 bytes  ${old}`);
  expect(existsSync(old)).toBe(true);
  expect(await run("prune-old-files", { folder, delete: "true" })).toMatchObject(done);
  expect([existsSync(old), existsSync(recent)]).toEqual([false, true]);
});
