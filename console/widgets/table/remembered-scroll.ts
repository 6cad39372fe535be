import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { recall, remember } from "./table-memory.ts";

const REMEMBERED_AFTER_MS = 100;

interface ScrollOptions {
  id: string;
  scroller: RefObject<HTMLElement | null>;
  hasRows: boolean;
  /** Another text for another order, page or filter. */
  shown: string;
}

/** On the way back the table is where it was left; anything else that is shown begins at the top. */
export function useRememberedScroll({ id, scroller, hasRows, shown }: ScrollOptions) {
  const before = useRef<string>(undefined);
  // Asking the element where it is would make the browser lay out everything at once.
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
    // The address as it is now: by the time it is written it may be the next page's.
    const hear = () => {
      const place = placeNow();
      isScrolled.current = true;
      clearTimeout(timer);
      timer = setTimeout(() => remember(id, { place, scrollTop: element.scrollTop }), REMEMBERED_AFTER_MS);
    };
    element.addEventListener("scroll", hear, { passive: true });
    return () => {
      element.removeEventListener("scroll", hear);
      clearTimeout(timer);
    };
  }, [id, scroller]);
}

const placeNow = () => location.pathname + location.search;
