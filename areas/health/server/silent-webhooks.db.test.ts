import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Json } from "#language/columns.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runChecks, writeCanary } from "#tests/support/running-checks.ts";
import { pauseChecks, resumeChecks } from "./engine/pauses.ts";
import { findSilence, findSilentWebhooks } from "./silent-webhooks.ts";

const { databases: db } = await testDatabase();
const { system } = await runChecks(db, { isRunning: false });

const since = "2026-11-01T10:00:00Z";
async function webhook(spec: Json, reported: { at: string; status: string } | undefined): Promise<string> {
  const canary = await writeCanary(db, spec);
  const { rows } = await sql<{ id: string }>`
    update checks
    set    created_at = ${since}, last_runtime = ${reported?.at ?? null}, status = ${reported?.status ?? null}
    where  canary_id = ${canary} and type = 'webhook'
    returning id`.execute(db.system);
  return rows[0]!.id;
}

test("marks a silent webhook unhealthy once, with the time of its last report", async () => {
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const healthy = (minutesAgo: number) => ({ at: at(minutesAgo), status: "healthy" });
  const named = (name: string, more: Record<string, string> = {}) => ({ webhook: { name, token: "t", ...more } });
  const late = healthy(61);
  const silent = await webhook({ schedule: "@every 1h", ...named("late") }, late);
  const never = await webhook({ schedule: "@every 1h", ...named("never") }, undefined);
  const old = await webhook(named("old", { maxAge: "30m" }), healthy(31));
  for (const [spec, reported] of [
    [{ schedule: "@every 1h", ...named("in time") }, healthy(59)],
    [{ schedule: "@every 1h", ...named("patient", { maxAge: "2h" }) }, healthy(61)],
    [{ schedule: "@every 1h", ...named("whenever", { maxAge: "0s" }) }, healthy(600)],
    [named("no schedule"), healthy(600)],
    [{ schedule: "@every 1h", replicas: 0, ...named("paused") }, healthy(600)],
    [
      { schedule: "@every 1h", ...named("failing already") },
      { at: at(600), status: "unhealthy" },
    ],
  ] as const)
    await webhook(spec, reported);

  const found = new Map((await findSilentWebhooks(system)).map(({ id, result }) => [id, result.error]));
  expect(found).toEqual(
    new Map([
      [silent, `has not reported since ${late.at.replace(/\.\d+Z$/, "Z")}`],
      [never, "has never reported; expected since 2026-11-01T10:00:00Z"],
      [old, expect.stringMatching(/^has not reported since /)],
    ]),
  );

  const counts: number[] = [];
  await findSilence.run({ system, success: (count: number) => counts.push(count) } as never);
  const { rows } = await sql<{ id: string; status: string; error: string }>`
    select c.id, c.status, s.error from checks c join check_statuses s on s.check_id = c.id and not s.status`.execute(
    db.system,
  );
  expect(counts).toEqual([3]);
  expect(new Map(rows.map(({ id, error }) => [id, error]))).toEqual(found);
  expect(rows.every(({ status }) => status === "unhealthy")).toBe(true);
  // The webhook is found only once, until it reports again.
  expect(await findSilentWebhooks(system)).toEqual([]);
});

test("does not expect reports during a pause, and restarts the allowed time after the pause", async () => {
  const spec = { schedule: "@every 1h", webhook: { name: "at rest", token: "t" } };
  const id = await webhook(spec, { at: new Date(Date.now() - 600 * 60_000).toISOString(), status: "healthy" });
  const isSilent = async (now?: Date) => (await findSilentWebhooks(system, now)).some((found) => found.id === id);
  expect(await isSilent()).toBe(true);
  const change = (run: typeof resumeChecks) => db.system.transaction().execute((tx) => run(tx, [id]));
  await change((tx, ids) => pauseChecks(tx, ids, { until: null, reason: null, by: null }));
  expect(await isSilent()).toBe(false);
  await change(resumeChecks);
  expect(await isSilent()).toBe(false);
  expect(await isSilent(new Date(Date.now() + 61 * 60_000))).toBe(true);
});
