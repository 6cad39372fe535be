// Tests a runner that does not poll for due turns: it must find every due turn through a due time or a notification.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runChecks, startTarget, until, writeCanary } from "#tests/support/running-checks.ts";
import { claimTurns } from "./claim.ts";
import { pauseChecks, resumeChecks } from "./pauses.ts";

const { databases: db } = await testDatabase();
const aDay = 86_400_000;
await runChecks(db, { times: { maxIdleMs: aDay } });

const checkOf = async (canary: string) =>
  (await sql<{ id: string }>`select id from checks where canary_id = ${canary}`.execute(db.system)).rows[0]!.id;
const hasRuns = (check: string, count: number) =>
  until(
    async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from check_statuses where check_id = ${check}`.execute(
          db.system,
        )
      ).rows[0]!.n,
    (n) => n >= count,
    60_000,
  );

test("runs a new check at once and then at its due times", async () => {
  const { endpoint } = await startTarget();
  const check = await checkOf(await writeCanary(db, { schedule: "@every 1s", tcp: [{ name: "frequent", endpoint }] }));
  expect(await hasRuns(check, 4)).toBeGreaterThanOrEqual(4);
});

test("runs a resumed check at once", async () => {
  const { endpoint } = await startTarget();
  const check = await checkOf(await writeCanary(db, { schedule: "@every 1h", tcp: [{ name: "resumed", endpoint }] }));
  await hasRuns(check, 1);
  await db.system.transaction().execute((tx) => pauseChecks(tx, [check], { until: null, reason: null, by: null }));
  await db.system.transaction().execute((tx) => resumeChecks(tx, [check]));
  expect(await hasRuns(check, 2)).toBe(2);
});

test("a claim that gets no turns returns the time when the next turn is due, or when the lease of a due turn expires", async () => {
  const { endpoint } = await startTarget();
  const canary = await writeCanary(db, { schedule: "@every 1h", tcp: [{ name: "leased", endpoint }] });
  const check = await checkOf(canary);
  await hasRuns(check, 1);
  async function nextMs(change: ReturnType<typeof sql>): Promise<number | undefined> {
    const tx = await db.system.startTransaction().execute();
    try {
      await sql`delete from check_turns where id <> ${check}`.execute(tx);
      await sql`update check_turns set ${change}`.execute(tx);
      const { turns, nextAt, now } = await claimTurns(tx, { aheadMs: 1_500, limit: 10, leaseMs: 15_000 });
      expect(turns).toEqual([]);
      return nextAt === undefined ? undefined : nextAt - now;
    } finally {
      await tx.rollback().execute();
    }
  }
  const unleased = sql`lease = null, leased_until = null`;
  const inMinutes = await nextMs(sql`${unleased}, due_at = now() + interval '10 minutes'`);
  expect(inMinutes).toBeLessThanOrEqual(598_500);
  expect(inMinutes).toBeGreaterThan(500_000);
  const leased = await nextMs(
    sql`due_at = now(), lease = gen_random_uuid(), leased_until = now() + interval '5 minutes'`,
  );
  expect(leased).toBeLessThanOrEqual(300_000);
  expect(leased).toBeGreaterThan(200_000);
  expect(await nextMs(sql`${unleased}, due_at = 'infinity'`)).toBeUndefined();
});
