// Where somebody was in a table, for the way back to it: how far it was scrolled and which groups were open or closed.
// It lasts as long as the tab.

export interface TableMemory {
  /** The address it was scrolled at: elsewhere the same distance means nothing. */
  place: string;
  scrollTop: number;
  /** By group: whether it is open. Those that nobody touched are as the table has them. */
  groups: Readonly<Record<string, boolean>>;
}

const NOTHING: TableMemory = { place: "", scrollTop: 0, groups: {} };
const keyOf = (id: string) => `table.${id}`;

export function recall(id: string): TableMemory {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "{}") as Partial<TableMemory>;
    return {
      place: typeof stored.place === "string" ? stored.place : "",
      scrollTop: typeof stored.scrollTop === "number" ? stored.scrollTop : 0,
      groups: typeof stored.groups === "object" && stored.groups !== null ? stored.groups : {},
    };
  } catch {
    return NOTHING;
  }
}

export function remember(id: string, changes: Partial<TableMemory>) {
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify({ ...recall(id), ...changes }));
  } catch {
    // Storage may be forbidden or full; then the way back starts at the top.
  }
}
