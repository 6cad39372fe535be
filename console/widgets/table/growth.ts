// An endless table: it asks for twice as many rows whenever its end comes into view.
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { DEFAULT_PAGE_SIZE } from "./page-size.ts";

export interface GrowingLimit {
  limit: number;
  grow(): void;
}

/** For the page that asks: how many rows to ask for. */
export function useGrowingLimit(first = DEFAULT_PAGE_SIZE): GrowingLimit {
  const [limit, setLimit] = useState(first);
  const grow = useCallback(() => setLimit((before) => before * 2), []);
  return { limit, grow };
}

interface GrowthOptions {
  more: { hasMore: boolean; grow: () => void } | undefined;
  scroller: RefObject<HTMLElement | null>;
  /** How many rows there are. */
  count: number;
  isFetching: boolean;
}

/** For the table: watches the element that it puts below its last row. */
export function useGrowth({ more, scroller, count, isFetching }: GrowthOptions): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const grow = more?.grow;
  const isNeeded = more?.hasMore === true && !isFetching;
  // Watched anew for every number of rows: an end that stays in view asks again.
  useEffect(() => {
    if (!isNeeded || count === 0 || !end.current) return undefined;
    const watch = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && grow?.(), {
      root: scroller.current,
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isNeeded, grow, scroller, count]);
  return end;
}
