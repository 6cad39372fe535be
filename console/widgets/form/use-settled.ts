// Debounces typed text before it is searched for.
import { useEffect, useState } from "react";

/** Debounce delay of option lists. */
export const OPTIONS_DELAY_MS = 100;
/** Debounce delay of the search over all resources. */
export const RESOURCES_DELAY_MS = 300;

/** The typed text, once it has not changed for the delay. An empty text is returned immediately. */
export function useSettled(typed: string, delayMs: number): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    if (typed === settled) return undefined;
    const timer = setTimeout(() => setSettled(typed), delayMs);
    return () => clearTimeout(timer);
  }, [typed, settled, delayMs]);
  return typed === "" ? "" : settled;
}
