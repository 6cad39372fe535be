// The rows in which a map is edited. While a person types, rows may have duplicate or empty keys. Such rows stay
// visible with an error, and are left out of the value.
import { useRef, useState } from "react";
import { isSameJson } from "#lib/json/json.ts";

export interface MapRow<Value> {
  id: string;
  key: string;
  value: Value | undefined;
}

type Entries<Value> = Readonly<Record<string, Value>>;

export const rowsOf = <Value>(map: Entries<Value>): MapRow<Value>[] =>
  Object.entries(map).map(([key, value]) => ({ id: `key ${key}`, key, value }));

/** The first of several rows with the same key wins; rows without a key are ignored. */
export function mapOf<Value>(rows: readonly MapRow<Value>[], empty: Value): Record<string, Value> {
  const map = new Map<string, Value>();
  for (const { key, value } of rows) if (key !== "" && !map.has(key)) map.set(key, value ?? empty);
  return Object.fromEntries(map);
}

/** The reason why a row is not part of the map. */
export function rowProblem(rows: readonly MapRow<unknown>[], row: MapRow<unknown>): string | undefined {
  if (row.key === "") return row.value === undefined || row.value === "" ? undefined : "The key is missing";
  return rows.find(({ key }) => key === row.key) === row ? undefined : `The key ${row.key} is already used`;
}

interface MapRows<Value> {
  rows: readonly MapRow<Value>[];
  add: () => void;
  change: (id: string, next: Partial<Omit<MapRow<Value>, "id">>) => void;
  remove: (id: string) => void;
}

export function useMapRows<Value>(
  map: Entries<Value> | undefined,
  onChange: (map: Record<string, Value> | undefined) => void,
  empty: Value,
): MapRows<Value> {
  const [draft, setDraft] = useState<{ rows: readonly MapRow<Value>[]; means: Entries<Value> }>();
  const added = useRef(0);
  const present = map ?? {};
  const rows = draft && isSameJson(draft.means, present) ? draft.rows : rowsOf(present);

  const set = (next: readonly MapRow<Value>[]) => {
    const means = mapOf(next, empty);
    setDraft({ rows: next, means });
    if (!isSameJson(means, present)) onChange(Object.keys(means).length === 0 ? undefined : means);
  };
  return {
    rows,
    add: () => set([...rows, { id: `added ${(added.current += 1)}`, key: "", value: undefined }]),
    change: (id, next) => set(rows.map((row) => (row.id === id ? { ...row, ...next } : row))),
    remove: (id) => set(rows.filter((row) => row.id !== id)),
  };
}
