// Keeps components in place while the pointer is on them: updates change their content at once, but their order only
// after the pointer has left. Otherwise a click could hit a different component.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

export interface Held<Item> {
  item: Item;
  /** Whether the component was removed after the pointer entered. It keeps its place until the pointer leaves. */
  isGone: boolean;
}

interface Identified {
  id: string;
}

/** The current items in the previous order; new items follow. */
export function heldItems<Item extends Identified>(before: readonly Item[], now: readonly Item[]): Held<Item>[] {
  const current = new Map(now.map((item) => [item.id, item]));
  const known = new Set(before.map(({ id }) => id));
  return [
    ...before.map((item) => ({ item: current.get(item.id) ?? item, isGone: !current.has(item.id) })),
    ...now.filter(({ id }) => !known.has(id)).map((item) => ({ item, isGone: false })),
  ];
}

/**
 * Time after which a click with a resting pointer is unlikely, so the order is updated until the pointer moves again.
 */
const REST_MS = 30_000;

/** `view` identifies filters and sort order; when it changes, the new order applies at once. */
export function useHeldOrder<Item extends Identified>(items: readonly Item[] | undefined, view: string) {
  const [held, setHeld] = useState<{ items: readonly Item[]; view: string }>();
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);
  const shown = useMemo(
    () =>
      items && (held?.view === view ? heldItems(held.items, items) : items.map((item) => ({ item, isGone: false }))),
    [items, held, view],
  );
  const release = useCallback(() => {
    clearTimeout(resting.current);
    setHeld(undefined);
  }, []);
  const hold = useCallback(() => {
    if (items) setHeld((before) => (before?.view === view ? before : { items, view }));
    clearTimeout(resting.current);
    resting.current = setTimeout(release, REST_MS);
  }, [items, view, release]);
  return { shown, pointer: { onPointerEnter: hold, onPointerMove: hold, onPointerLeave: release } };
}
