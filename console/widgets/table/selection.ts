// The selected rows, by key. The selection survives sorting, filtering and paging.
import { useCallback, useMemo, useRef, useState } from "react";

export interface Selection {
  keys: ReadonlySet<string>;
  /** With `isRange`, selects all rows between the last toggled row and this row. */
  toggle(key: string, options?: { isRange?: boolean }): void;
  /** Selects all of these rows, or deselects them if all were selected. */
  toggleMany(keys: readonly string[]): void;
  /** Selects all rows, or deselects them if all were selected. */
  toggleAll(): void;
  clear(): void;
}

/** `order` returns the keys of all filtered rows; it is called only when they are needed. */
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
