// Tests a new installation: the canary that monitors it, and manifests from a folder.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { SummaryAnswer } from "../contract.ts";
import { ownCanaries } from "./own-canaries.ts";

const folder = mkdtempSync(join(tmpdir(), "own-manifests-"));
const server = await startTestServer({ env: { WATCH_ITSELF: "true", MANIFESTS_DIR: folder } });
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const cookie = await server.signIn();
const db = server.system.db.system;

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await server.fetch(path, {
    ...init,
    headers: {
      cookie,
      origin: server.url,
      "content-type": "application/json",
      prefer: "return=representation",
      ...init.headers,
    },
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
};
const checks = async (canary: string) => {
  const { checks_summary } = (await ask("/api/canary/api/summary")).body as SummaryAnswer;
  return Object.fromEntries(
    checks_summary.filter((item) => item.canary_name === canary).map(({ name, status }) => [name, status]),
  );
};

test("a new installation monitors itself within a minute of its first start, and is healthy", async () => {
  const found = await until(
    () => checks("quarterdeck"),
    (all) => Object.values(all).filter(Boolean).length === 5,
    60_000,
  );
  expect(found).toEqual({
    "Web interface": "healthy",
    Database: "healthy",
    "Disk space": "healthy",
    Memory: "healthy",
    Jobs: "healthy",
  });
  const { body } = await ask("/api/db/check_statuses?select=message,details,checks(name)&error=is.null");
  const details = body as { message: string; details: Record<string, number>; checks: { name: string } }[];
  const runOf = (name: string) => details.find((detail) => detail.checks.name === name)!;
  expect(runOf("Disk space").details).toMatchObject({
    free_percent: expect.any(Number),
    total_bytes: expect.any(Number),
  });
  expect(runOf("Database").message).toMatch(/^PostgreSQL \d+.*, .*B, \d+ of \d+ connections$/);
});

test("people can edit the built-in canary, and it is not restored after a deletion", async () => {
  const [canary] = (await ask("/api/db/canaries?name=eq.quarterdeck")).body as {
    id: string;
    source: string;
    spec: object;
  }[];
  expect(canary).toMatchObject({ source: "UI" });
  const spec = {
    schedule: "@every 30s",
    quarterdeck: [{ name: "Disk space", of: "disk", test: { expr: "free_percent > 100" } }],
  };
  const row = `/api/db/canaries?id=eq.${canary!.id}`;
  expect((await ask(row, { method: "PATCH", body: JSON.stringify({ spec }) })).status).toBe(200);
  expect(
    await until(
      () => checks("quarterdeck"),
      (all) => all["Disk space"] === "unhealthy",
      20_000,
    ),
  ).toEqual({
    "Disk space": "unhealthy",
  });
  const other = { quarterdeck: [{ name: "x", of: "everything" }] };
  expect(await ask(row, { method: "PATCH", body: JSON.stringify({ spec: other }) })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("must be one of http, database, disk, memory, jobs") },
  });
  expect((await ask(row, { method: "PATCH", body: JSON.stringify({ deleted_at: "now()" }) })).status).toBe(200);
  expect(
    await until(
      () => checks("quarterdeck"),
      (all) => Object.keys(all).length === 0,
    ),
  ).toEqual({});
  await (await ownCanaries.start(server.system)).stop();
  expect(await checks("quarterdeck")).toEqual({});
});

const listen = async (port = 0): Promise<{ target: Server; port: number }> => {
  const target = createServer((socket) => socket.destroy()).listen(port, "127.0.0.1");
  await once(target, "listening");
  return { target, port: (target.address() as { port: number }).port };
};

test("runs a canary from a file, keeps it read-only, updates it with the file, and reports a failing target", async () => {
  const { target, port } = await listen();
  const manifest = (endpoint: string, name = "gate") =>
    [
      "apiVersion: canaries.flanksource.com/v1",
      "kind: Canary",
      "metadata: {name: harbour, labels: {team: quay}}",
      "spec:",
      '  schedule: "@every 1s"',
      "  tcp:",
      `    - name: ${name}`,
      `      endpoint: ${endpoint}`,
    ].join("\n");
  const file = join(folder, "harbour.yaml");
  writeFileSync(file, manifest(`127.0.0.1:${port}`));
  expect(
    await until(
      () => checks("harbour"),
      ({ gate }) => gate === "healthy",
    ),
  ).toEqual({ gate: "healthy" });
  const [row] = (await ask("/api/db/canaries?name=eq.harbour")).body as { id: string; source: string }[];
  expect(row).toMatchObject({ source: "file:harbour.yaml" });
  expect(await ask(`/api/db/canaries?id=eq.${row!.id}`, { method: "PATCH", body: '{"labels":{}}' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("file:harbour.yaml") },
  });
  target.close();
  expect(
    await until(
      () => checks("harbour"),
      ({ gate }) => gate === "unhealthy",
    ),
  ).toEqual({ gate: "unhealthy" });

  // A broken file is reported with the position of the fault, and changes nothing.
  writeFileSync(file, manifest("", "gate"));
  const job = () =>
    db
      .selectFrom("job_history")
      .select(["status", "details"])
      .where("resource_id", "=", row!.id)
      .where("name", "=", "Manifests")
      .orderBy("created_at", "desc")
      .executeTakeFirst();
  const failed = await until(job, (item) => item?.status === "FAILED");
  expect(failed!.details!.errors).toEqual(["harbour.yaml:8: spec.tcp.0.endpoint must be a string."]);
  expect(Object.keys(await checks("harbour"))).toEqual(["gate"]);

  writeFileSync(file, manifest(`127.0.0.1:${port}`, "door"));
  expect(
    await until(
      () => checks("harbour"),
      (all) => "door" in all,
    ),
  ).toMatchObject({ door: expect.anything() });
  expect((await until(job, (item) => item?.status === "SUCCESS"))!.status).toBe("SUCCESS");
  const [same] = (await ask("/api/db/canaries?name=eq.harbour")).body as { id: string }[];
  expect(same!.id).toBe(row!.id);
  rmSync(file);
  expect(
    await until(
      () => checks("harbour"),
      (all) => Object.keys(all).length === 0,
    ),
  ).toEqual({});
});
