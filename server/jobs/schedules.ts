// Sends scheduled jobs: one row per job contains the time of its next run. The worker that finds a due row advances it
// and sends the job in one transaction, so that there is one run per tick however many processes poll, and one run
// after all of them were down.
import { sql, type RawBuilder } from "kysely";
import type { PgBoss } from "pg-boss";
import type { Databases, Tx } from "../db/pool.ts";
import type { Schedule } from "./queue.ts";
import type { JobDefinition } from "../area.ts";

type Scheduled = JobDefinition & { schedule: Schedule };

export interface Schedules {
  /** Creates or updates the row of every schedule; changed schedules start over. */
  ensure(): Promise<void>;
  /** Whether the row `s` of job_schedules is due, as an SQL condition. */
  readonly isDue: RawBuilder<boolean>;
  /** Sends the jobs that are due. */
  sendDue(): Promise<void>;
}

/**
 * Returns a random delay that spreads jobs with the same schedule: a tenth of the interval, at most a quarter of an
 * hour.
 */
export const jitterMs = (intervalMs: number, chance = Math.random()) =>
  Math.min(intervalMs * 0.1, 15 * 60_000) * chance;

/** The first run of a new schedule starts within this time, whatever its interval, to show that it works. */
const firstWithinMs = 60_000;

export function createSchedules(
  { db, boss, jobs }: { db: Databases; boss: PgBoss; jobs: readonly JobDefinition[] },
  send: (tx: Tx, job: JobDefinition) => Promise<unknown>,
): Schedules {
  const scheduled = new Map(
    jobs.filter((job): job is Scheduled => job.schedule !== undefined).map((job) => [job.name, job]),
  );

  const rowsOf = [...scheduled.values()].flatMap(({ name, schedule }) =>
    "ifRowsIn" in schedule && schedule.ifRowsIn
      ? [{ name, table: schedule.ifRowsIn, where: schedule.rowsWhere ?? "true" }]
      : [],
  );
  const hasRows =
    rowsOf.length === 0
      ? sql`true`
      : sql`case s.name
            ${sql.join(
              rowsOf.map(
                ({ name, table, where }) =>
                  sql`when ${name} then exists (select from ${sql.table(table)} where ${sql.raw(where)})`,
              ),
              sql` `,
            )}
            else true end`;
  const isDue = sql<boolean>`s.run_at <= now() and s.name = any(${[...scheduled.keys()]}::text[]) and ${hasRows}`;

  /** Returns the next tick after `now`, and the interval between ticks. */
  function next(schedule: Schedule, due: Date | undefined, now: Date): { due: Date; intervalMs: number } {
    if ("cron" in schedule) {
      const [first, second] = boss.previewSchedule(schedule.cron, { from: now, count: 2 });
      if (!first || !second) throw new Error(`the schedule ${JSON.stringify(schedule.cron)} is never due`);
      return { due: first, intervalMs: second.getTime() - first.getTime() };
    }
    const intervalMs = schedule.everySeconds * 1_000;
    if (!due) return { due: new Date(now.getTime() + Math.random() * Math.min(intervalMs, firstWithinMs)), intervalMs };
    // The run that is sent now replaces all ticks that were missed while no worker ran.
    const following = due.getTime() + intervalMs;
    return { due: new Date(following > now.getTime() ? following : now.getTime() + intervalMs), intervalMs };
  }

  function rowOf(schedule: Schedule, due: Date | undefined, now: Date) {
    const { due: following, intervalMs } = next(schedule, due, now);
    const run = new Date(following.getTime() + jitterMs(intervalMs));
    return { due_at: following.toISOString(), run_at: run.toISOString() };
  }

  return {
    isDue,

    async ensure() {
      const existing = await db.system.selectFrom("job_schedules").select(["name", "schedule"]).execute();
      const stored = new Map(existing.map(({ name, schedule }) => [name, schedule]));
      for (const { name, schedule } of scheduled.values()) {
        const text = JSON.stringify(schedule);
        if (stored.get(name) === text) continue;
        const row = { schedule: text, ...rowOf(schedule, undefined, new Date()) };
        await db.system
          .insertInto("job_schedules")
          .values({ name, ...row })
          .onConflict((conflict) =>
            conflict.column("name").doUpdateSet(row).where("job_schedules.schedule", "<>", text),
          )
          .execute();
      }
    },

    async sendDue() {
      await db.system.transaction().execute(async (tx) => {
        const { rows } = await sql<{ name: string; due_at: string; now: string }>`
          select s.name, s.due_at, now() as now
          from   job_schedules s
          where  ${isDue}
          for    update of s skip locked`.execute(tx);
        for (const { name, due_at, now } of rows) {
          const job = scheduled.get(name)!;
          // If a run is active or waiting, send returns null, and that run also covers this tick.
          await send(tx, job);
          const row = rowOf(job.schedule, new Date(due_at), new Date(now));
          await tx.updateTable("job_schedules").set(row).where("name", "=", name).execute();
        }
      });
    },
  };
}
