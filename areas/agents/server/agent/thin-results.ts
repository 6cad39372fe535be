// Limits the results that wait for the server: after 7 days or 1 GB, only changes of the status are kept.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { defineJob } from "#server/jobs/definition.ts";

export interface StoreLimits {
  days: number;
  bytes: number;
}

const limits: StoreLimits = { days: 7, bytes: 1024 ** 3 };

export interface Gap {
  from: string;
  to: string;
  deleted: number;
}

/** Deletes the oldest results that repeat the status before them. Returns the gap, if there is one. */
export async function thinResults(db: Kysely<DB>, { days, bytes }: StoreLimits = limits): Promise<Gap | undefined> {
  const { rows } = await sql<{ from: string | null; to: string | null; deleted: number }>`
    with waiting as (
      select s.check_id, s.time, s.status, sum(pg_column_size(s.*)) over (order by s.time desc, s.check_id) as bytes
      from   check_statuses s
      where  not s.is_pushed
    ), compared as (
      select w.*, lag(w.status) over one_check as before, lag(w.time) over one_check as time_before
      from   waiting w
      window one_check as (partition by w.check_id order by w.time)
    ), gone as (
      delete from check_statuses s
      using  compared c
      where  s.check_id = c.check_id
      and    s.time = c.time
      and    not s.is_pushed
      and    c.time_before is not null
      and    c.status is not distinct from c.before
      and    (c.time < now() - make_interval(days => ${days}) or c.bytes > ${bytes})
      returning s.time
    )
    select min(time) as from, max(time) as to, count(*)::int as deleted from gone`.execute(db);
  const { from, to, deleted } = rows[0]!;
  return from === null || to === null ? undefined : { from, to, deleted };
}

export const thinWaitingResults = defineJob({
  name: "agents.thin-results",
  title: "Limit the results that wait for the server",
  schedule: { everySeconds: 3600 },
  history: "failed-only",
  async run({ system, success, fail }) {
    const gap = await thinResults(system.db.system);
    if (!gap) return success(0);
    success(gap.deleted);
    fail(
      new Error(
        `The server was not reachable for too long: ${gap.deleted} results between ${gap.from} and ${gap.to} were deleted. ` +
          "The changes of the status are kept.",
      ),
    );
  },
});
