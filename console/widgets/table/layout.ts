// A person's layout of a table: order, widths and visibility of its columns, and the row density. Stored in this
// browser under the table's id; added or removed columns do not invalidate it.
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { type Preference, preference } from "#console/preference.ts";
import type { Column } from "./column.ts";

export interface Layout {
  /** The ids of the columns in their order, once a column was moved. */
  order: readonly string[];
  /** Explicit choices; other columns are shown unless `isHidden` is set. */
  shown: Readonly<Record<string, boolean>>;
  widths: Readonly<Record<string, number>>;
  /** Undefined: the table's default. */
  isDense: boolean | undefined;
}

export const NO_LAYOUT: Layout = { order: [], shown: {}, widths: {}, isDense: undefined };

/** Validates each part, since the stored text may come from another version or be edited. */
export function parseLayout(stored: string | null): Layout {
  if (stored === null) return NO_LAYOUT;
  try {
    const { order, shown, widths, isDense } = JSON.parse(stored) as Record<keyof Layout, unknown>;
    return {
      order: Array.isArray(order) ? order.filter((id) => typeof id === "string") : [],
      shown: recordOf(shown, (value) => typeof value === "boolean"),
      widths: recordOf(widths, (value) => typeof value === "number" && value > 0 && value < 10_000),
      isDense: typeof isDense === "boolean" ? isDense : undefined,
    };
  } catch {
    return NO_LAYOUT;
  }
}

function recordOf<Entry>(source: unknown, isFit: (value: unknown) => boolean): Record<string, Entry> {
  if (typeof source !== "object" || source === null) return {};
  return Object.fromEntries(Object.entries(source).filter(([, value]) => isFit(value)));
}

/**
 * All columns in the order of the layout: the main column first, then the moved columns. A new column follows its
 * neighbour.
 */
export function orderedColumns<Row>(columns: readonly Column<Row>[], { order }: Layout): Column<Row>[] {
  const moved = order.flatMap((id) => columns.find((column) => column.id === id && !column.isName) ?? []);
  const result = [...moved];
  columns.forEach((column, index) => {
    if (column.isName || result.includes(column)) return;
    const before = columns.slice(0, index).findLast((other) => result.includes(other));
    result.splice(before ? result.indexOf(before) + 1 : order.length === 0 ? result.length : 0, 0, column);
  });
  return [...columns.filter(({ isName }) => isName), ...result];
}

export const isShown = <Row>({ id, isName, isHidden }: Column<Row>, { shown }: Layout) =>
  isName === true || (shown[id] ?? isHidden !== true);

export function moved<Row>(columns: readonly Column<Row>[], layout: Layout, id: string, to: string): Layout {
  const ids = orderedColumns(columns, layout)
    .filter(({ isName }) => !isName)
    .map((column) => column.id);
  const [from, target] = [ids.indexOf(id), ids.indexOf(to)];
  if (from < 0 || target < 0) return layout;
  ids.splice(target, 0, ...ids.splice(from, 1));
  return { ...layout, order: ids };
}

const preferences = new Map<string, Preference<Layout>>();

/** One preference per table, shared by all its instances. */
function layoutOf(id: string): Preference<Layout> {
  let found = preferences.get(id);
  if (!found) {
    let last: { text: string | null; layout: Layout } | undefined;
    const parse = (text: string | null) => {
      if (!last || last.text !== text) last = { text, layout: parseLayout(text) };
      return last.layout;
    };
    found = preference(`table.${id}`, parse, JSON.stringify);
    preferences.set(id, found);
  }
  return found;
}

export function useLayout(id: string) {
  const stored = layoutOf(id);
  const layout = useSyncExternalStore(stored.subscribe, stored.get);
  const change = useCallback((changes: Partial<Layout>) => stored.set({ ...stored.get(), ...changes }), [stored]);
  return useMemo(() => [layout, change] as const, [layout, change]);
}
