// The retention of the topology history: by days, and by a maximum number of rows. The state at the limit is kept, so
// that every later time can be shown. Deleted components and topologies are removed with their history.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { daysAgo, daysKept, deleteInBatches } from "#server/retention.ts";

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
  /** Set if rows within the retention time were deleted because there were too many rows. */
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

/**
 * Removes components and topologies that were deleted before the history begins, because no time that can be shown
 * includes them. Before that, a build that finds a deleted component again restores it.
 */
export async function removeDeleted(
  db: Kysely<DB>,
  { days, signal }: { days: number; signal?: AbortSignal },
): Promise<number> {
  let removed = 0;
  // Components refer to their parents, so each pass removes one level.
  for (;;) {
    const level = await deleteInBatches(
      db,
      (size) => sql`
        delete from components where id in (
          select c.id
          from   components c
          where  c.deleted_at < ${daysAgo(days)} and not exists (select from components b where b.parent_id = c.id)
          order  by c.id
          limit  ${size}
          for    update skip locked
        )`,
      { signal },
    );
    removed += level;
    if (level === 0) break;
  }
  return (
    removed +
    (await deleteInBatches(
      db,
      (size) => sql`
        delete from topologies where id in (
          select t.id
          from   topologies t
          where  t.deleted_at < ${daysAgo(days)} and not exists (select from components c where c.topology_id = t.id)
          limit  ${size}
        )`,
      { signal },
    ))
  );
}

export const retainComponentHistory = defineJob({
  name: "topology.retain-history",
  title: "Delete old component states, and deleted components",
  schedule: { everySeconds: 3600 },
  async run({ system, success, fail, signal }) {
    const days = await daysKept(system.db.system, historyKept, fail);
    const { deleted, shortenedTo } = await retainHistory(system.db.system, { days, signal });
    success(deleted + (await removeDeleted(system.db.system, { days, signal })));
    if (shortenedTo !== undefined)
      fail(
        new Error(
          `The topology history has more than ${maxHistoryRows} rows, so it now begins at ${shortenedTo}. Set the property ${historyKept.property} to fewer than ${days} days.`,
        ),
      );
  },
});
