// An endless table: the limit of its query doubles whenever its end comes into view.
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { DEFAULT_PAGE_SIZE } from "./page-size.ts";

export interface GrowingLimit {
  limit: number;
  grow(): void;
}

/** The current limit, for the page that queries the rows. */
export function useGrowingLimit(first = DEFAULT_PAGE_SIZE): GrowingLimit {
  const [limit, setLimit] = useState(first);
  const grow = useCallback(() => setLimit((before) => before * 2), []);
  return { limit, grow };
}

interface GrowthOptions {
  more: { hasMore: boolean; grow: () => void } | undefined;
  scroller: RefObject<HTMLElement | null>;
  /** The current number of rows. */
  count: number;
  isFetching: boolean;
}

/** Observes the element below the last row, and returns its ref. */
export function useGrowth({ more, scroller, count, isFetching }: GrowthOptions): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const grow = more?.grow;
  const isNeeded = more?.hasMore === true && !isFetching;
  // Depends on the count: if the end stays in view after loading, the observer must fire again.
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
