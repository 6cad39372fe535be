import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query matches; updates when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/**
 * Matches windows in which a table has rows of two lines: the table is narrower than 560 px, plus the padding of the
 * page.
 */
export const NARROW_TABLE = "(width < 37rem)";
