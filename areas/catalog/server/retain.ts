// The upkeep of what happened to config items: how many changes the last days had, and the end of old ones.
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { daysAgo, daysKept, deleteInBatches } from "#server/retention.ts";

export const changesKept = { property: "config.changes.retention.days", days: 365 };

export const ageTallies = defineJob({
  name: "catalog.age-tallies",
  title: "Age change counts",
  schedule: { everySeconds: 60 },
  history: "failed-only",
  async run({ system, success }) {
    success(
      await system.db.system.transaction().execute(async (tx) => {
        // Whoever writes changes is waited for, and waits meanwhile: not for long, the next minute will do.
        await sql`set local lock_timeout = '2s'`.execute(tx);
        const { rows } = await sql<{ aged: number }>`select age_config_change_tallies() as aged`.execute(tx);
        return rows[0]!.aged;
      }),
    );
    // Nearly every group has something that grew too old: nobody who asks need count them all.
    await sql`select refresh_config_groups()`.execute(system.db.system);
  },
});

/** Counts what was noted down since; until then whoever asks counts it himself. */
export const refreshGroups = defineJob({
  name: "catalog.refresh-groups",
  title: "Count groups of config items",
  schedule: { everySeconds: 5 },
  history: "failed-only",
  async run({ system, success }) {
    // Mostly there is nothing: then nothing else is touched, nor waited for.
    if (!(await isAny(system, "config_group_dirt"))) return;
    const { rows } = await sql<{ count: number }>`select refresh_config_groups() as count`.execute(system.db.system);
    success(rows[0]!.count);
  },
});

/** Adds up what was noted down since; until then whoever asks does. */
export const mergeChangeNotes = defineJob({
  name: "catalog.merge-change-notes",
  title: "Count config changes",
  schedule: { everySeconds: 10 },
  history: "failed-only",
  async run({ system, success }) {
    if (!(await isAny(system, "config_change_notes"))) return;
    const { rows } = await sql<{ count: number }>`select merge_config_change_notes() as count`.execute(
      system.db.system,
    );
    success(rows[0]!.count);
  },
});

export const sweepGroups = defineJob({
  name: "catalog.sweep-groups",
  title: "Clean up groups of config items",
  schedule: { everySeconds: 6 * 3600 },
  history: "failed-only",
  async run({ system, success }) {
    const { rows } = await sql<{ count: number }>`select sweep_config_groups() as count`.execute(system.db.system);
    success(rows[0]!.count);
  },
});

type Notes = "config_group_dirt" | "config_search_waiting" | "config_change_notes";

async function isAny({ db }: System, notes: Notes): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select from ${sql.table(notes)}) as any`.execute(
    db.system,
  );
  return rows[0]!.any;
}

/** As many as fit into one short statement. */
const wordsAtOnce = 500;

/** Reads the words of what was written since; when there is much of it, most of the time is left to whoever writes. */
export const indexItems = defineJob({
  name: "catalog.index-items",
  title: "Index words of config items",
  schedule: { everySeconds: 5 },
  history: "failed-only",
  async run({ system, success, signal }) {
    while (await isAny(system, "config_search_waiting")) {
      const begun = performance.now();
      const { rows } = await sql<{ count: number }>`select index_config_items(${wordsAtOnce}) as count`.execute(
        system.db.system,
      );
      success(rows[0]!.count);
      if (rows[0]!.count === wordsAtOnce)
        await pause(2 * (performance.now() - begun), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
    }
  },
});

/** What an incident has as evidence is part of its story, and stays. */
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
