// Stores changes of documents. The diff of a change transforms the document before the change into the document after
// it. Reverting the diffs of an item from the newest on reconstructs its earlier documents; if a diff is missing, all
// earlier documents are lost.
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import { changedPaths } from "../../changed-paths.ts";
import { normalPatch } from "../../merge-patch.ts";
import { printed, withoutNulls } from "../../normal-text.ts";
import { unifiedDiff } from "#lib/text/unified-diff.ts";
import { revertDiff, hashOfText, isTextOf } from "../history/hunks.ts";
import type { FoundChange } from "../scrape/found.ts";
import type { ChangeRow, DocumentDiff, Owner } from "./stages.ts";

/** Returns the change for a document that differs from the stored document. */
export function diffChange(was: Json, is: Json): { change: FoundChange; diff: DocumentDiff } {
  const [before, after] = [withoutNulls(was), withoutNulls(is)];
  const text = printed(after);
  const difference = describeDifference(before, after, text);
  return {
    change: { externalId: "", type: "diff", source: "diff", ...difference },
    diff: { before, after, text: difference.diff, hash: hashOfText(text) },
  };
}

/** Expects normalised documents. */
const describeDifference = (before: Json, after: Json, text = printed(after)) => ({
  summary: changedPaths(before, after),
  patches: normalPatch(before, after) ?? null,
  diff: unifiedDiff(printed(before), text),
});

/** A stored change of a document. */
type StoredDiff = Pick<ChangeRow, "diff" | "config_hash">;

/**
 * Joins two changes of a document that are counted as one row. Returns undefined if they cannot be joined: another
 * change lies between them, or the second change reverts the first.
 */
export function joined(first: StoredDiff, second: DocumentDiff): ReturnType<typeof describeDifference> | undefined {
  const original = originalOf(first, second);
  return original === undefined || original === printed(second.after)
    ? undefined
    : describeDifference(JSON.parse(original) as Json, second.after);
}

/** Returns the document before the first change; undefined if the second change does not directly follow it. */
function originalOf({ diff, config_hash }: StoredDiff, { before }: DocumentDiff): string | undefined {
  if (diff === null) return undefined;
  const text = printed(before);
  if (config_hash !== null && !isTextOf(config_hash, text)) return undefined;
  try {
    return revertDiff(text, diff);
  } catch {
    return undefined;
  }
}

interface UnlistedRow {
  id: string;
  config_id: string;
  diff: string;
  config_hash: string;
  /** The number of changes of this batch that the row contains. */
  more: number;
}

/**
 * Stores changes of documents that are not listed as changes of their items, because a rule excludes them or moves them
 * to a different item. Consecutive changes are joined, so that a field that changes with every run does not fill the
 * database.
 */
export async function keepUnlisted(
  tx: Tx,
  unlisted: readonly (Pick<Owner, "id"> & { diff: DocumentDiff })[],
): Promise<void> {
  if (unlisted.length === 0) return;
  const last = await lastOf(tx, unlisted);
  const rows = new Map<string, UnlistedRow>();
  // Changes must be processed in order, because a batch may contain several changes of one item.
  for (const { id, diff } of unlisted) {
    const before = last.get(id);
    const original = before && originalOf(before, diff);
    const row: UnlistedRow =
      before === undefined || original === undefined
        ? { id: newId(), config_id: id, diff: diff.text, config_hash: diff.hash, more: 1 }
        : {
            ...before,
            // The diff is empty if the last change restores the original document; the row still records the versions
            // between.
            diff: unifiedDiff(original, printed(diff.after)),
            config_hash: diff.hash,
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

/** Returns the newest change of each document, if it is unlisted. */
async function lastOf(tx: Tx, unlisted: readonly Pick<Owner, "id">[]): Promise<Map<string, UnlistedRow>> {
  const { rows } = await sql<UnlistedRow>`
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
