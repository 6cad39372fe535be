import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runChecks, startTarget, writeCanary } from "#tests/support/running-checks.ts";
import { engineFigures } from "../engine/engine.ts";
import { runNow } from "./run-now.ts";

const { databases: db } = await testDatabase();
// No worker runs checks on a schedule in this file.
const { system } = await runChecks(db, { isRunning: false });

const stateOf = async (canary: string) =>
  (
    await sql<{ id: string; status: string | null; next_runtime: string | null; due_at: string }>`
      select c.id, c.status, c.next_runtime, t.due_at
      from   checks c left join check_turns t on t.check_id = c.id
      where  c.canary_id = ${canary} order by c.name`.execute(db.system)
  ).rows;

test("runs a check on request, records it, and keeps its schedule", async () => {
  const target = await startTarget();
  const canary = await writeCanary(db, {
    schedule: "@every 1h",
    tcp: [{ name: "asked", description: "Is it there", labels: { a: "b" }, endpoint: target.endpoint }],
  });
  const [before] = await stateOf(canary);
  expect(await runNow(system, before!.id)).toMatchObject({
    name: "asked",
    description: "Is it there",
    namespace: "default",
    labels: { a: "b" },
    pass: true,
    invalid: false,
    could_not_check: false,
    error: "",
    total: 1,
    success: 1,
    failed: 0,
    errors: [],
  });
  expect(await stateOf(canary)).toEqual([{ ...before, status: "healthy" }]);
  await target.close();
  expect(await runNow(system, before!.id)).toMatchObject({
    pass: false,
    total: 1,
    success: 0,
    failed: 1,
    errors: [{ description: "asked", error: expect.stringMatching(/Nothing listens/) }],
  });
  expect(await stateOf(canary)).toEqual([{ ...before, status: "unhealthy" }]);
  expect(engineFigures(system)).toEqual({ running: 0, waiting: 0, recording: 0 });
});

test("runs the dependencies first, and records only the requested check", async () => {
  const target = await startTarget();
  const canary = await writeCanary(db, {
    tcp: [
      { name: "a", endpoint: target.endpoint },
      { name: "b", endpoint: target.endpoint, dependsOn: ["a"] },
    ],
  });
  const [, b] = await stateOf(canary);
  expect(await runNow(system, b!.id)).toMatchObject({ name: "b", pass: true, total: 1 });
  expect(target.connections()).toBe(2);
  expect(await stateOf(canary)).toMatchObject([{ status: null }, { status: "healthy" }]);
});

test("returns not found for an unknown or deleted check", async () => {
  const unknownId = "00000000-0000-4000-8000-000000000000";
  await expect(runNow(system, unknownId)).rejects.toMatchObject({ id: "not_found" });
  const canary = await writeCanary(db, { tcp: [{ name: "gone", endpoint: "a:1" }] });
  const [check] = await stateOf(canary);
  await sql`update canaries set deleted_at = now() where id = ${canary}`.execute(db.system);
  await expect(runNow(system, check!.id)).rejects.toMatchObject({ id: "not_found" });
});
