import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { recall, remember } from "./table-memory.ts";

const SAVE_DELAY_MS = 100;

interface ScrollOptions {
  id: string;
  scroller: RefObject<HTMLElement | null>;
  hasRows: boolean;
  /** Identifies the sort order, page and filters. */
  shown: string;
}

/** Restores the scroll position when the person navigates back; a new sort order, page or filter scrolls to the top. */
export function useRememberedScroll({ id, scroller, hasRows, shown }: ScrollOptions) {
  const before = useRef<string>(undefined);
  // Reading scrollTop would force a synchronous layout.
  const isScrolled = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !hasRows) return;
    const { place, scrollTop } = before.current === undefined ? recall(id) : { place: undefined, scrollTop: 0 };
    if (place === placeNow() && scrollTop > 0) {
      element.scrollTo({ top: scrollTop });
    } else if (before.current !== undefined && before.current !== shown && isScrolled.current) {
      element.scrollTo({ top: 0 });
      isScrolled.current = false;
    }
    before.current = shown;
  }, [id, scroller, hasRows, shown]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Reads the URL now, since it may already be the URL of the next page when the timer fires.
    const onScroll = () => {
      const place = placeNow();
      isScrolled.current = true;
      clearTimeout(timer);
      timer = setTimeout(() => remember(id, { place, scrollTop: element.scrollTop }), SAVE_DELAY_MS);
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      element.removeEventListener("scroll", onScroll);
      clearTimeout(timer);
    };
  }, [id, scroller]);
}

const placeNow = () => location.pathname + location.search;
