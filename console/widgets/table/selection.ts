// Which rows are chosen, by key. It outlives sorting, filtering and paging, and forgets rows that are gone.
import { useCallback, useMemo, useRef, useState } from "react";

export interface Selection {
  keys: ReadonlySet<string>;
  /** With `isRange`, everything between the row chosen last and this one follows. */
  toggle(key: string, options?: { isRange?: boolean }): void;
  /** All of these, or none of them when all were chosen. */
  toggleMany(keys: readonly string[]): void;
  /** All rows, or none when all were chosen. */
  toggleAll(): void;
  clear(): void;
}

/** `order` gives the keys of all filtered rows, and is asked only when they are needed. */
export function useSelection(order: () => readonly string[]): Selection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);

  const toggle = useCallback(
    (key: string, { isRange = false } = {}) => {
      const from = isRange ? last.current : undefined;
      last.current = key;
      const chosen = from === undefined ? [key] : between(order(), from, key);
      setKeys((before) => withAll(before, chosen, !before.has(key)));
    },
    [order],
  );
  const toggleMany = useCallback((many: readonly string[]) => {
    setKeys((before) =>
      withAll(
        before,
        many,
        many.some((key) => !before.has(key)),
      ),
    );
  }, []);
  const toggleAll = useCallback(() => toggleMany(order()), [order, toggleMany]);
  const clear = useCallback(() => setKeys(new Set()), []);
  return useMemo(() => ({ keys, toggle, toggleMany, toggleAll, clear }), [keys, toggle, toggleMany, toggleAll, clear]);
}

export function between(order: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [order.indexOf(from), order.indexOf(to)];
  return a < 0 || b < 0 ? [to] : order.slice(Math.min(a, b), Math.max(a, b) + 1);
}

function withAll(before: ReadonlySet<string>, keys: readonly string[], isChosen: boolean): ReadonlySet<string> {
  const after = new Set(before);
  for (const key of keys) {
    if (isChosen) after.add(key);
    else after.delete(key);
  }
  return after;
}
