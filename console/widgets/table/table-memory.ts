// The state of a table for navigating back to it: its scroll position and its opened or closed groups. Stored for the
// lifetime of the tab.

export interface TableMemory {
  /** The URL that the scroll position belongs to. */
  place: string;
  scrollTop: number;
  /** Groups that were opened or closed by hand; others have the table's default. */
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
    // Storage may be disabled or full; the table then starts at the top.
  }
}
