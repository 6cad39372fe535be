// Maintenance jobs of the catalog: counts of changes and groups, the search index, and the retention of changes.
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { daysAgo, daysKept, deleteInBatches } from "#server/retention.ts";

export const changesKept = { property: "config.changes.retention.days", days: 365 };

export const ageTallies = defineJob({
  name: "catalog.age-tallies",
  title: "Remove old changes from counts",
  schedule: { everySeconds: 60 },
  history: "failed-only",
  async run({ system, success }) {
    success(
      await system.db.system.transaction().execute(async (tx) => {
        // The function waits for writers of changes and blocks them, so it uses a short lock timeout; the job runs
        // again in a minute.
        await sql`set local lock_timeout = '2s'`.execute(tx);
        const { rows } = await sql<{ aged: number }>`select age_config_change_tallies() as aged`.execute(tx);
        return rows[0]!.aged;
      }),
    );
    // Nearly every group contains changes that left the counted period. Recounting now saves the next request this
    // work.
    await sql`select refresh_config_groups()`.execute(system.db.system);
  },
});

/** Recounts the groups that writers recorded; until then, requests count these groups themselves. */
export const refreshGroups = defineJob({
  name: "catalog.refresh-groups",
  title: "Count config item groups",
  schedule: { everySeconds: 5, ifRowsIn: "config_group_dirt" },
  history: "failed-only",
  async run({ system, success }) {
    const { rows } = await sql<{ count: number }>`select refresh_config_groups() as count`.execute(system.db.system);
    success(rows[0]!.count);
  },
});

/** Merges the notes of writers into the counts; until then, requests add up the notes themselves. */
export const mergeChangeNotes = defineJob({
  name: "catalog.merge-change-notes",
  title: "Count config changes",
  schedule: { everySeconds: 10, ifRowsIn: "config_change_notes" },
  history: "failed-only",
  async run({ system, success }) {
    const { rows } = await sql<{ count: number }>`select merge_config_change_notes() as count`.execute(
      system.db.system,
    );
    success(rows[0]!.count);
  },
});

export const sweepGroups = defineJob({
  name: "catalog.sweep-groups",
  title: "Clean up config item groups",
  schedule: { everySeconds: 6 * 3600 },
  history: "failed-only",
  async run({ system, success }) {
    const { rows } = await sql<{ count: number }>`select sweep_config_groups() as count`.execute(system.db.system);
    success(rows[0]!.count);
  },
});

/** A batch of this size needs only a short statement. */
const indexBatchSize = 500;

async function isAnyWaiting({ db }: System): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select from config_search_waiting) as any`.execute(
    db.system,
  );
  return rows[0]!.any;
}

/**
 * Indexes the words of written items. With a backlog it pauses between batches, to leave most of the time to writers.
 */
export const indexItems = defineJob({
  name: "catalog.index-items",
  title: "Index config item words",
  schedule: { everySeconds: 5, ifRowsIn: "config_search_waiting" },
  history: "failed-only",
  async run({ system, success, signal }) {
    while (await isAnyWaiting(system)) {
      const startedAt = performance.now();
      const { rows } = await sql<{ count: number }>`select index_config_items(${indexBatchSize}) as count`.execute(
        system.db.system,
      );
      success(rows[0]!.count);
      if (rows[0]!.count === indexBatchSize)
        await pause(2 * (performance.now() - startedAt), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
    }
  },
});

/** Deletes old changes, except evidence of incidents. */
export const retainChanges = defineJob({
  name: "catalog.retain",
  title: "Clean up config changes",
  schedule: { everySeconds: 6 * 3600 },
  history: "few",
  async run({ system, success, fail, signal }) {
    const db = system.db.system;
    const days = await daysKept(db, changesKept, fail);
    success(
      await deleteInBatches(
        db,
        (limit) => sql`
          delete from config_changes
          where  id in (
                   select c.id
                   from   config_changes c
                   where  c.created_at < ${daysAgo(days)}
                   and    not exists (select from evidences e where e.config_change_id = c.id)
                   order  by c.created_at
                   limit  ${limit}
                 )`,
        { signal },
      ),
    );
    success(
      await deleteInBatches(
        db,
        (limit) => sql`
          delete from config_unlisted_versions
          where  id in (select id from config_unlisted_versions where created_at < ${daysAgo(days)} limit ${limit})`,
        { signal },
      ),
    );
  },
});
