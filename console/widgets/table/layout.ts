// How a person has arranged a table: order, widths and choice of its columns, and how dense its rows are. Kept on this
// machine under the table's id; columns that come or go with a release fall into place.
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { type Preference, preference } from "#console/preference.ts";
import type { Column } from "./column.ts";

export interface Layout {
  /** Ids of columns, as far as somebody moved them. */
  order: readonly string[];
  /** What somebody decided; other columns are shown unless they say they are hidden. */
  shown: Readonly<Record<string, boolean>>;
  widths: Readonly<Record<string, number>>;
  /** Undefined: as the table has it. */
  isDense: boolean | undefined;
}

export const NO_LAYOUT: Layout = { order: [], shown: {}, widths: {}, isDense: undefined };

/** What is stored may be of another release, or somebody's. */
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

function recordOf<Kept>(of: unknown, isFit: (value: unknown) => boolean): Record<string, Kept> {
  if (typeof of !== "object" || of === null) return {};
  return Object.fromEntries(Object.entries(of).filter(([, value]) => isFit(value)));
}

/** All columns as the layout orders them: the name first, then those that were moved, each new one after its neighbour. */
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

/** One per table, however often it is drawn. */
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
  const kept = layoutOf(id);
  const layout = useSyncExternalStore(kept.subscribe, kept.get);
  const change = useCallback((changes: Partial<Layout>) => kept.set({ ...kept.get(), ...changes }), [kept]);
  return useMemo(() => [layout, change] as const, [layout, change]);
}
