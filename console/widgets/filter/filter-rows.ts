// Filters rows in the browser. Used if all rows are loaded; otherwise the server filters.
import type { TriStates } from "#language/tri-state.ts";
import type { Filters } from "./filter-set.ts";

/** Reads the value that a filter compares: one item, several items (tags), or the text to search. */
export type Readers<Row> = Readonly<Record<string, (row: Row) => string | readonly string[] | null | undefined>>;

type FilterState = Pick<Filters, "set" | "states" | "text">;
type Test<Row> = (row: Row) => boolean;

export function filterRows<Row>(rows: readonly Row[], filters: FilterState, readers: Readers<Row>): readonly Row[] {
  const tests = Object.entries(filters.set).flatMap(([name, { type }]): Test<Row>[] => {
    const read = readers[name];
    if (!read) return [];
    switch (type) {
      case "states": {
        const states = filters.states(name);
        return states.size === 0 ? [] : [(row) => passes(states, itemsOf(read(row)))];
      }
      case "tags": {
        const states = filters.states(name);
        return [...byKey(states).values()].map((group) => (row) => passes(group, itemsOf(read(row))));
      }
      case "choice": {
        const chosen = filters.text(name);
        return chosen === "" ? [] : [(row) => itemsOf(read(row)).includes(chosen)];
      }
      case "search": {
        const words = filters.text(name).toLowerCase().split(/\s+/).filter(Boolean);
        return words.length === 0 ? [] : [(row) => hasWords(words, itemsOf(read(row)))];
      }
    }
  });
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)));
}

const itemsOf = (read: string | readonly string[] | null | undefined): readonly string[] =>
  read === null || read === undefined ? [] : typeof read === "string" ? [read] : read;

/** Matches at least one included item and no excluded item. */
function passes(states: TriStates, items: readonly string[]): boolean {
  let isWanted = false;
  let hasIncluded = false;
  for (const [item, state] of states) {
    const isThere = items.includes(item);
    if (state === "exclude" && isThere) return false;
    if (state === "include") {
      hasIncluded = true;
      isWanted ||= isThere;
    }
  }
  return isWanted || !hasIncluded;
}

/** Tags with different keys must all match: `app:web` and `env:prod`. */
function byKey(states: TriStates): ReadonlyMap<string, TriStates> {
  return new Map(
    [...Map.groupBy(states, ([item]) => item.split(":", 1)[0]!)].map(([key, items]) => [key, new Map(items)]),
  );
}

/** Whether every word occurs in one of the texts. */
function hasWords(words: readonly string[], texts: readonly string[]): boolean {
  const all = texts.length === 1 ? texts[0]!.toLowerCase() : texts.join("\n").toLowerCase();
  return words.every((word) => all.includes(word));
}
