// The retention of the topology's history: by days, and by a maximum number of rows. The state at the limit is kept, so
// that every later time can be shown.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { daysKept, deleteInBatches } from "#server/retention.ts";

export const historyKept = { property: "topology.history.retention.days", days: 30 };
const maxHistoryRows = 5_000_000;

/** Deletes the rows that ended before a time. */
async function deleteBefore(db: Kysely<DB>, limit: string, signal?: AbortSignal): Promise<number> {
  const states = await deleteInBatches(
    db,
    (size) => sql`
      delete from component_states where (component_id, since) in (
        select s.component_id, s.since
        from   component_states s
        where  s.since < ${limit}
        and    exists (select from component_states n where n.component_id = s.component_id and n.since > s.since and n.since <= ${limit})
        limit  ${size}
      )`,
    { signal },
  );
  const properties = await deleteInBatches(
    db,
    (size) => sql`
      delete from component_property_states where (component_id, property, since) in (
        select s.component_id, s.property, s.since
        from   component_property_states s
        where  s.since < ${limit}
        and    exists (
                 select from component_property_states n
                 where  n.component_id = s.component_id and n.property = s.property and n.since > s.since and n.since <= ${limit}
               )
        limit  ${size}
      )`,
    { signal },
  );
  return states + properties;
}

export interface RetainedHistory {
  deleted: number;
  /** Set if rows within the retention time were deleted because there were too many. */
  shortenedTo?: string;
}

export async function retainHistory(
  db: Kysely<DB>,
  { days, maxRows = maxHistoryRows, signal }: { days: number; maxRows?: number; signal?: AbortSignal },
): Promise<RetainedHistory> {
  const [oldest] = (await sql<{ at: string }>`select now() - ${days} * interval '1 day' as at`.execute(db)).rows;
  let deleted = await deleteBefore(db, oldest!.at, signal);
  const [{ total }] = (
    await sql<{ total: number }>`
      select (select count(*) from component_states) + (select count(*) from component_property_states) as total`.execute(
      db,
    )
  ).rows as [{ total: number }];
  if (total <= maxRows) return { deleted };
  const [limit] = (
    await sql<{ at: string }>`
      select since as at
      from   (select since from component_states union all select since from component_property_states) s
      where  since > '-infinity'
      order  by since
      offset least(${total - maxRows}::bigint, ${Math.max(total - 1, 0)}::bigint) limit 1`.execute(db)
  ).rows;
  if (!limit) return { deleted };
  deleted += await deleteBefore(db, limit.at, signal);
  return { deleted, shortenedTo: limit.at };
}

export const retainComponentHistory = defineJob({
  name: "topology.retain-history",
  title: "Delete old states of components",
  schedule: { everySeconds: 3600 },
  async run({ system, success, fail, signal }) {
    const days = await daysKept(system.db.system, historyKept, fail);
    const { deleted, shortenedTo } = await retainHistory(system.db.system, { days, signal });
    success(deleted);
    if (shortenedTo !== undefined)
      fail(
        new Error(
          `The history of the topology has more than ${maxHistoryRows} rows, so it begins at ${shortenedTo} now. Set the property ${historyKept.property} to fewer than ${days} days.`,
        ),
      );
  },
});
