// Places components below components of other topologies. Builds of other topologies run at the same time, so the save
// checks whether a parent still exists, and whether the parent is a descendant of the component.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { BuildLog } from "../build/build-log.ts";
import { maxDepth, type BuiltRow } from "./component-rows.ts";
import type { Matched } from "./match.ts";

interface Ancestor {
  id: string;
  name: string;
  parent_id: string | null;
}

/**
 * Returns the path of each parent in a different topology. A component becomes a root, and is reported, if its parent
 * was deleted, is below the component itself, or is too deep.
 */
export async function placeBelowForeign(
  tx: Tx,
  matched: readonly Matched[],
  { log, isDry }: { log: BuildLog; isDry: boolean },
): Promise<Map<string, string>> {
  const placed = matched.filter(({ row }) => row.foreignParent !== undefined);
  if (placed.length === 0) return new Map();
  // Only one save runs at a time, because two saves could place their components below each other.
  if (!isDry) await sql`select pg_advisory_xact_lock(hashtext('parents of other topologies'))`.execute(tx);
  const wanted = [...new Set(placed.map(({ row }) => row.foreignParent!))];
  // A concurrent deletion of a parent waits for this transaction, and then deletes the new children.
  const { rows: locked } = await sql<{ id: string }>`
    select id from components where id = any (${wanted}::uuid[]) and deleted_at is null
    order by id ${isDry ? sql`` : sql`for no key update`}`.execute(tx);
  const existing = new Set(locked.map(({ id }) => id));
  const ancestors = await readAncestors(tx, wanted);
  const parentOf = new Map(ancestors.map(({ id, parent_id }) => [id, parent_id]));
  for (const { row, parentId } of matched) parentOf.set(row.id, parentId);
  const names = new Map(ancestors.map(({ id, name }) => [id, name]));
  const heights = heightsOf(matched);

  for (const each of placed) {
    const { row } = each;
    const parentId = row.foreignParent!;
    const above = [parentId, ...ancestorsOf(parentId, parentOf)];
    const reason = !existing.has(parentId)
      ? "was deleted"
      : above.includes(row.id)
        ? `is below ${row.name}: the cycle was cut`
        : above.length + heights.get(row)! > maxDepth
          ? `is so deep that the tree would have more than ${maxDepth} levels`
          : undefined;
    if (reason === undefined) continue;
    const parent = names.get(parentId) ?? parentId;
    log.fail(`${row.name} becomes a root instead of a child of ${parent}, because ${parent} ${reason}.`, {
      keeps: false,
    });
    row.foreignParent = undefined;
    each.parentId = null;
    parentOf.set(row.id, null);
  }
  const parents = [...new Set(placed.flatMap(({ row }) => row.foreignParent ?? []))];
  if (!isDry)
    await sql`update components set is_leaf = false where id = any (${parents}::uuid[]) and is_leaf`.execute(tx);
  return new Map(parents.map((id) => [id, ancestorsOf(id, parentOf).toReversed().join(".")]));
}

/** Reads the components and their ancestors. `union` stops at a cycle. */
async function readAncestors(tx: Tx, ids: readonly string[]): Promise<Ancestor[]> {
  const { rows } = await sql<Ancestor>`
    with recursive above as (
      select id, name, parent_id from components where id = any (${ids}::uuid[])
      union
      select c.id, c.name, c.parent_id from components c join above a on c.id = a.parent_id
    )
    select id, name, parent_id from above`.execute(tx);
  return rows;
}

/** Returns the ids from the parent up to the root, or up to the first repeated id. */
function ancestorsOf(id: string, parentOf: ReadonlyMap<string, string | null>): string[] {
  const found = new Set<string>();
  for (let each = parentOf.get(id); each && each !== id && !found.has(each); each = parentOf.get(each)) found.add(each);
  return [...found];
}

/** Returns the number of levels of each component, including those below it. */
function heightsOf(matched: readonly Matched[]): Map<BuiltRow, number> {
  const heights = new Map<BuiltRow, number>();
  // Parents come first, so in reverse order the heights of all children are known.
  for (const { row } of matched.toReversed())
    heights.set(
      row,
      row.children.reduce((height, child) => Math.max(height, 1 + heights.get(child)!), 1),
    );
  return heights;
}
