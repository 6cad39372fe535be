// Actions of the current page, such as running the shown check. The page registers them while it is mounted.
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { IconName } from "#console/widgets/Icon.tsx";

export interface PageAction {
  label: string;
  icon: IconName;
  run: () => void;
}

let registered: readonly PageAction[] = [];
const listeners = new Set<() => void>();

function change(next: readonly PageAction[]) {
  registered = next;
  for (const listener of listeners) listener();
}

/** Offers an action in the palette while the component is mounted; undefined if the person is not allowed to run it. */
export function usePageAction(action: PageAction | undefined) {
  const { label, icon, run } = action ?? {};
  const latest = useRef(run);
  useEffect(() => void (latest.current = run), [run]);
  useEffect(() => {
    if (label === undefined || icon === undefined) return;
    const offered: PageAction = { label, icon, run: () => latest.current?.() };
    change([...registered, offered]);
    return () => change(registered.filter((other) => other !== offered));
  }, [label, icon]);
}

export const usePageActions = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => registered,
  );
