// The rows in which a map is edited. While somebody types, two rows may have one key, and a row none: such rows are kept
// on the screen and marked, and the value has what is certain.
import { useRef, useState } from "react";
import { isSameJson } from "./same-json.ts";

export interface MapRow<Value> {
  id: string;
  key: string;
  value: Value | undefined;
}

type Entries<Value> = Readonly<Record<string, Value>>;

export const rowsOf = <Value>(map: Entries<Value>): MapRow<Value>[] =>
  Object.entries(map).map(([key, value]) => ({ id: `key ${key}`, key, value }));

/** Of rows with one key the first counts; rows without a key do not. */
export function mapOf<Value>(rows: readonly MapRow<Value>[], empty: Value): Record<string, Value> {
  const map = new Map<string, Value>();
  for (const { key, value } of rows) if (key !== "" && !map.has(key)) map.set(key, value ?? empty);
  return Object.fromEntries(map);
}

/** What keeps a row out of the value. */
export function rowProblem(rows: readonly MapRow<unknown>[], row: MapRow<unknown>): string | undefined {
  if (row.key === "") return row.value === undefined || row.value === "" ? undefined : "The key is missing";
  return rows.find(({ key }) => key === row.key) === row ? undefined : `There is a key ${row.key} already`;
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
