// Matches built rows with the stored rows of the topology, so that a component keeps its id: by type, name and parent;
// if it moved, by type and external id or name; and if it was deleted and is found again, by its former row.
import { newId } from "#lib/uuid/new-id.ts";
import { keyOf, type BuiltRow } from "./component-rows.ts";

export interface StoredRow {
  id: string;
  parent_id: string | null;
  type: string | null;
  name: string;
  external_id: string;
  is_deleted: boolean;
  build_hash: string | null;
  path: string | null;
  is_leaf: boolean;
}

export interface Matched {
  row: BuiltRow & { id: string };
  parentId: string | null;
  /** The stored row of a component that existed before; deleted components are restored. */
  stored: StoredRow | undefined;
}

const placed = (parentId: string | null, row: { name: string; type: string | null }) =>
  `${parentId ?? ""}\0${keyOf(row)}`;
const moved = ({ type }: { type: string | null }, externalId: string) => `${type ?? ""}\0${externalId}`;

/** Assigns an id to every row; `rows` must be in the order of `rowsOf`. */
export function match(rows: readonly BuiltRow[], stored: readonly StoredRow[]): Matched[] {
  const live = stored.filter((one) => !one.is_deleted);
  const deleted = stored.filter((one) => one.is_deleted);
  const liveByPlace = new Map(live.map((one) => [placed(one.parent_id, one), one]));
  const deletedByPlace = new Map(deleted.map((one) => [placed(one.parent_id, one), one]));
  const taken = new Set<StoredRow>();
  const found = new Map<BuiltRow, StoredRow>();
  const take = (row: BuiltRow, one: StoredRow) => {
    taken.add(one);
    found.set(row, one);
    row.id = one.id;
  };
  const parentIdOf = ({ parent, foreignParent }: BuiltRow) => parent?.id ?? foreignParent ?? null;
  const atPlace = (row: BuiltRow, places: ReadonlyMap<string, StoredRow>) => {
    if (row.parent && row.parent.id === undefined) return undefined;
    const before = places.get(placed(parentIdOf(row), row));
    return before && !taken.has(before) ? before : undefined;
  };

  // Components that stay in place claim their rows first, so that a component that moves cannot take them.
  for (const row of rows) {
    const before = atPlace(row, liveByPlace);
    if (before) take(row, before);
  }
  const missing = rows.filter((row) => row.id === undefined);
  const liveMoved = onlyOnes(
    live.filter((one) => !taken.has(one)),
    (one) => moved(one, one.external_id),
  );
  const newMoved = onlyOnes(missing, (row) => moved(row, row.values.external_id));
  const deletedMoved = onlyOnes(deleted, (one) => moved(one, one.external_id));
  const isOnly = (row: BuiltRow) => newMoved.get(moved(row, row.values.external_id)) === row;
  const elsewhere = (row: BuiltRow, others: ReadonlyMap<string, StoredRow | undefined>) => {
    const before = isOnly(row) ? others.get(moved(row, row.values.external_id)) : undefined;
    return before && !taken.has(before) ? before : undefined;
  };
  for (const row of missing) {
    // The id of the parent may have been assigned just before.
    const before =
      atPlace(row, liveByPlace) ??
      elsewhere(row, liveMoved) ??
      atPlace(row, deletedByPlace) ??
      elsewhere(row, deletedMoved);
    if (before) take(row, before);
    else row.id = newId();
  }
  return rows.map((row) => ({
    row: row as BuiltRow & { id: string },
    parentId: parentIdOf(row),
    stored: found.get(row),
  }));
}

/**
 * Maps each key to its row, if the key has exactly one row. A key with several rows does not identify the row that
 * moved.
 */
function onlyOnes<Row>(rows: readonly Row[], keyOfRow: (row: Row) => string): Map<string, Row | undefined> {
  const only = new Map<string, Row | undefined>();
  for (const row of rows) {
    const key = keyOfRow(row);
    only.set(key, only.has(key) ? undefined : row);
  }
  return only;
}
