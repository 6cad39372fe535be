// Scrolls the selected tab into view if not all tabs fit.
import { type RefObject, useEffect, useRef } from "react";

/** The width of the next tab that stays visible, to indicate that there are more tabs. */
const PEEK_PX = 48;

/**
 * Returns the ref of the list with the tabs. The list must be positioned, because the places of the tabs are measured
 * from it.
 */
export function useShownTab<List extends HTMLElement>(at: number): RefObject<List | null> {
  const list = useRef<List>(null);
  useEffect(() => {
    const tab = list.current?.children[at];
    if (!list.current || !(tab instanceof HTMLElement)) return undefined;
    const show = () => {
      if (!list.current) return;
      const { clientWidth } = list.current;
      const end = tab.offsetLeft + tab.offsetWidth + PEEK_PX - clientWidth;
      list.current.scrollLeft = Math.min(end, Math.max(0, tab.offsetLeft - PEEK_PX));
    };
    show();
    // Counts are loaded later and make the tabs wider.
    const resized = new ResizeObserver(show);
    for (const each of list.current.children) resized.observe(each);
    resized.observe(list.current);
    return () => resized.disconnect();
  }, [at]);
  return list;
}
