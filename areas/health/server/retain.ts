// Maintains the runs of checks: creates partitions ahead of time, computes hourly and daily sums, refreshes old
// summaries, and deletes old rows.
import { sql } from "kysely";
import { defineJob } from "#server/jobs/definition.ts";
import { daysAgo, daysKept, deleteInBatches } from "#server/retention.ts";

/** Hourly sums are kept three times as long as the runs themselves, daily sums nine times as long. */
export const statusesKept = { property: "check.status.retention.days", days: 30 };
export const hoursKept = { property: "check.status.1h.retention.days", times: 3 };
export const daysOfSumsKept = { property: "check.status.1d.retention.days", times: 9 };

/** Dropping a partition locks the whole table: fail after a short lock timeout and retry later. */
const laterRetries = { limit: 3, delaySeconds: 60, backoff: true };

export const makePartitions = defineJob({
  name: "health.partitions",
  title: "Create check status partitions",
  schedule: { everySeconds: 3600 },
  history: "few",
  retry: laterRetries,
  async run({ system, success }) {
    success(
      await system.db.system.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '5s'`.execute(tx);
        const { rows } = await sql<{ count: number }>`select make_check_status_partitions() as count`.execute(tx);
        return rows[0]!.count;
      }),
    );
  },
});

export const rollUpHours = defineJob({
  name: "health.roll-up-hours",
  title: "Roll up check statuses by hour",
  schedule: { everySeconds: 3600 },
  history: "few",
  async run({ system, success }) {
    const { rows } = await sql<{ sums: number }>`select roll_up_check_hours() as sums`.execute(system.db.system);
    success(rows[0]!.sums);
  },
});

/** Recomputes the hourly sums as well, because agents may report their runs days later. */
export const rollUpDays = defineJob({
  name: "health.roll-up-days",
  title: "Roll up check statuses by day",
  schedule: { everySeconds: 6 * 3600 },
  history: "few",
  async run({ system, success, signal }) {
    const hours = await sql<{ sums: number }>`select roll_up_check_hours(now() - interval '3 days') as sums`.execute(
      system.db.system,
    );
    signal.throwIfAborted();
    const days = await sql<{ sums: number }>`select roll_up_check_days() as sums`.execute(system.db.system);
    success(hours.rows[0]!.sums + days.rows[0]!.sums);
  },
});

export const ageSummaries = defineJob({
  name: "health.age-summaries",
  title: "Refresh old check summaries",
  schedule: { everySeconds: 60 },
  history: "failed-only",
  async run({ system, success }) {
    const { rows } = await sql<{ aged: number }>`select age_check_summaries() as aged`.execute(system.db.system);
    success(rows[0]!.aged);
  },
});

export const retainStatuses = defineJob({
  name: "health.retain",
  title: "Clean up check statuses",
  schedule: { everySeconds: 6 * 3600 },
  history: "few",
  retry: laterRetries,
  async run({ system, success, fail, report, signal }) {
    const db = system.db.system;
    const days = await daysKept(db, statusesKept, fail);
    const partitions = await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '5s'`.execute(tx);
      const { rows } = await sql<{ dropped: number }>`
        select drop_check_status_partitions((now() at time zone 'utc')::date - ${days}::int) as dropped`.execute(tx);
      return rows[0]!.dropped;
    });
    const sumsOlderThan = async (table: "check_statuses_1h" | "check_statuses_1d", kept: typeof hoursKept) => {
      const longer = await daysKept(db, { property: kept.property, days: days * kept.times }, fail);
      return deleteInBatches(
        db,
        (limit) => sql`
          delete from ${sql.table(table)}
          where  (check_id, created_at) in (
                   select check_id, created_at from ${sql.table(table)} where created_at < ${daysAgo(longer)} limit ${limit}
                 )`,
        { signal },
      );
    };
    const hours = await sumsOlderThan("check_statuses_1h", hoursKept);
    const sums = await sumsOlderThan("check_statuses_1d", daysOfSumsKept);
    success(partitions + hours + sums);
    report({ summary: { partitions, hours, days: sums } });
  },
});
