// Typing is over when nothing was typed for a while; then what was typed is asked for.
import { useEffect, useState } from "react";

/** Until a list of options is asked for. */
export const OPTIONS_DELAY_MS = 100;
/** Until a search over all resources is. */
export const RESOURCES_DELAY_MS = 300;

/** What was typed, once it stood for as long. An empty line need not settle. */
export function useSettled(typed: string, delayMs: number): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    if (typed === settled) return undefined;
    const timer = setTimeout(() => setSettled(typed), delayMs);
    return () => clearTimeout(timer);
  }, [typed, settled, delayMs]);
  return typed === "" ? "" : settled;
}
