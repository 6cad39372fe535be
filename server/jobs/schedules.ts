// Scheduled jobs: a row each says when it is due. Whoever sees that it is moves the row on and sends the job in one
// transaction, so there is one run per tick however many processes look, and none while all of them were away.
import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import type { Databases, Tx } from "../db/pool.ts";
import type { JobDefinition, Schedule } from "./definition.ts";

type Scheduled = JobDefinition & { schedule: Schedule };

export interface Schedules {
  /** States every schedule; those that changed start anew. */
  ensure(): Promise<void>;
  /** Sends what is due. */
  sendDue(): Promise<void>;
}

/** Spreads the load of jobs with the same schedule: a tenth of the interval, a quarter of an hour at most. */
export const jitterMs = (intervalMs: number, chance = Math.random()) =>
  Math.min(intervalMs * 0.1, 15 * 60_000) * chance;

/** A new schedule shows soon that it works, whatever its interval. */
const firstWithinMs = 60_000;

export function createSchedules(
  { db, boss, jobs }: { db: Databases; boss: PgBoss; jobs: readonly JobDefinition[] },
  send: (tx: Tx, job: JobDefinition) => Promise<unknown>,
): Schedules {
  const scheduled = new Map(
    jobs.filter((job): job is Scheduled => job.schedule !== undefined).map((job) => [job.name, job]),
  );

  /** The next moment after `now` and how far apart two of them are. */
  function next(schedule: Schedule, due: Date | undefined, now: Date): { due: Date; intervalMs: number } {
    if ("cron" in schedule) {
      const [first, second] = boss.previewSchedule(schedule.cron, { from: now, count: 2 });
      if (!first || !second) throw new Error(`the schedule ${JSON.stringify(schedule.cron)} never comes due`);
      return { due: first, intervalMs: second.getTime() - first.getTime() };
    }
    const intervalMs = schedule.everySeconds * 1_000;
    if (!due) return { due: new Date(now.getTime() + Math.random() * Math.min(intervalMs, firstWithinMs)), intervalMs };
    // What was missed while nobody worked is made up for by the one run that is sent now.
    const following = due.getTime() + intervalMs;
    return { due: new Date(following > now.getTime() ? following : now.getTime() + intervalMs), intervalMs };
  }

  function rowOf(schedule: Schedule, due: Date | undefined, now: Date) {
    const { due: following, intervalMs } = next(schedule, due, now);
    const run = new Date(following.getTime() + jitterMs(intervalMs));
    return { due_at: following.toISOString(), run_at: run.toISOString() };
  }

  return {
    async ensure() {
      const standing = await db.system.selectFrom("job_schedules").select(["name", "schedule"]).execute();
      const stated = new Map(standing.map(({ name, schedule }) => [name, schedule]));
      for (const { name, schedule } of scheduled.values()) {
        const text = JSON.stringify(schedule);
        if (stated.get(name) === text) continue;
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
          select name, due_at, now() as now
          from   job_schedules
          where  run_at <= now()
          and    name = any(${[...scheduled.keys()]}::text[])
          for    update skip locked`.execute(tx);
        for (const { name, due_at, now } of rows) {
          const job = scheduled.get(name)!;
          // A run that is still going, or waits, stands for this one too.
          await send(tx, job);
          const row = rowOf(job.schedule, new Date(due_at), new Date(now));
          await tx.updateTable("job_schedules").set(row).where("name", "=", name).execute();
        }
      });
    },
  };
}
