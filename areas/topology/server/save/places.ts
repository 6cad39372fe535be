// The place of each component in the tree: the ids of its ancestors, and whether it has children.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import { maxDepth } from "./component-rows.ts";
import type { Matched, StoredRow } from "./match.ts";

export interface Place {
  path: string;
  is_leaf: boolean;
}

/**
 * Computes the places in memory. `kept` are stored components that the build did not find, but does not delete;
 * `foreign` has the paths of parents of other topologies.
 */
export function placesOf(
  matched: readonly Matched[],
  kept: readonly StoredRow[],
  foreign: ReadonlyMap<string, string>,
): Map<string, Place> {
  const keptParents = new Set(kept.map(({ parent_id }) => parent_id));
  const places = new Map<string, Place>();
  for (const { row, parentId } of matched) {
    const above = row.parent ? places.get(row.parent.id!)!.path : (foreign.get(row.foreignParent ?? "") ?? "");
    const path = parentId === null ? "" : above === "" ? parentId : `${above}.${parentId}`;
    places.set(row.id, { path, is_leaf: row.children.length === 0 && !keptParents.has(row.id) });
  }
  return places;
}

/** A component with its new place. `is_leaf` is undefined for kept components, because it does not change. */
export interface Moved {
  id: string;
  path: string;
  is_leaf?: boolean;
}

/** Finds components that did not change themselves, but whose ancestors or children changed. */
export const findMoved = (unchanged: readonly Matched[], places: ReadonlyMap<string, Place>): Moved[] =>
  unchanged
    .filter(({ row, stored }) => {
      const place = places.get(row.id)!;
      return place.path !== (stored!.path ?? "") || place.is_leaf !== stored!.is_leaf;
    })
    .map(({ row }) => ({ id: row.id, ...places.get(row.id)! }));

/** Finds kept components whose ancestors moved. */
export function findMovedKept(kept: readonly StoredRow[], places: ReadonlyMap<string, Place>): Moved[] {
  const byId = new Map(kept.map((row) => [row.id, row]));
  const pathOf = (row: StoredRow, depth = 0): string => {
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id);
    const above = parent && depth < 500 ? pathOf(parent, depth + 1) : places.get(row.parent_id ?? "")?.path;
    if (above === undefined) return row.path ?? "";
    return above === "" ? row.parent_id! : `${above}.${row.parent_id}`;
  };
  return (
    kept
      .map((row) => ({ id: row.id, path: pathOf(row), before: row.path ?? "" }))
      // A path that is too long for its index is not changed.
      .filter(({ path, before }) => path !== before && path.split(".").length < maxDepth)
      .map(({ id, path }) => ({ id, path }))
  );
}

export async function movePlaces(tx: Tx, moved: readonly Moved[]): Promise<void> {
  if (moved.length > 0)
    await sql`
      update components c
      set    path = g.path, is_leaf = coalesce(g.is_leaf, c.is_leaf)
      from   jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as g (id uuid, path text, is_leaf boolean)
      where  c.id = g.id`.execute(tx);
}
