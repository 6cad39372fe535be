// Stores changes of documents that are not listed as changes of their items, because a rule excludes them or moves them to another
// item. Earlier documents are reconstructed by reverting changes, and a missing one would hide everything before it. Consecutive
// unlisted changes are joined, so that a field that changes with every run does not fill the database.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import { newId } from "#server/db/new-id.ts";
import { printed } from "../../normal-text.ts";
import { unifiedDiff } from "../../unified-diff.ts";
import type { DiffChange } from "./diff-change.ts";
import { originalOf } from "./joined-diff.ts";

export interface Unlisted {
  /** The id of the item. */
  id: string;
  diff: DiffChange;
}

interface Row {
  id: string;
  config_id: string;
  diff: string;
  config_hash: string;
  /** The number of changes of this batch that are joined in the row. */
  more: number;
}

export async function keepUnlisted(tx: Tx, unlisted: readonly Unlisted[]): Promise<void> {
  if (unlisted.length === 0) return;
  const last = await lastOf(tx, unlisted);
  const rows = new Map<string, Row>();
  // The order matters: a batch may contain several changes of one item.
  for (const { id, diff: change } of unlisted) {
    const before = last.get(id);
    const original = before && originalOf(before, change);
    const row: Row =
      before === undefined || original === undefined
        ? { id: newId(), config_id: id, diff: change.change.diff!, config_hash: change.hash, more: 1 }
        : {
            ...before,
            // The diff is empty if the last change restores the original document; the row still records the versions between.
            diff: unifiedDiff(original, printed(change.after)),
            config_hash: change.hash,
            more: before.more + 1,
          };
    last.set(id, row);
    rows.set(row.id, row);
  }
  await sql`
    insert into config_unlisted_versions as v (id, config_id, diff, config_hash, count)
    select g.id, g.config_id, g.diff, g.config_hash, g.more
    from   jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) as g (id uuid, config_id uuid, diff text, config_hash uuid, more integer)
    order  by g.config_id
    on conflict (id) do update
    set    diff = excluded.diff, config_hash = excluded.config_hash, count = v.count + excluded.count,
           created_at = now()`.execute(tx);
}

/** The newest change of each document, if it is an unlisted one. */
async function lastOf(tx: Tx, unlisted: readonly Unlisted[]): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`
    select l.id, l.config_id, l.diff, l.config_hash, 0 as more
    from   unnest(${unlisted.map(({ id }) => id)}::uuid[]) as g (config_id)
    cross  join lateral (
             select u.id, u.config_id, u.diff, u.config_hash, u.created_at
             from   config_unlisted_versions u
             where  u.config_id = g.config_id
             order  by u.created_at desc
             limit  1
           ) l
    where  not exists (
             select from config_changes c
             where  c.config_id = l.config_id and c.source = 'diff' and c.created_at >= l.created_at
           )`.execute(tx);
  return new Map(rows.map((row) => [row.config_id, row]));
}
