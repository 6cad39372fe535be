// An endless table: the limit of its query doubles whenever its end comes into view.
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { DEFAULT_PAGE_SIZE } from "./page-size.ts";

export interface GrowingLimit {
  limit: number;
  grow(): void;
}

/** The current limit, for the page that queries the rows. A change of `view` starts again with the first limit. */
export function useGrowingLimit(first = DEFAULT_PAGE_SIZE, view = ""): GrowingLimit {
  const [grown, setGrown] = useState({ view, limit: first });
  const limit = grown.view === view ? grown.limit : first;
  const grow = useCallback(() => setGrown({ view, limit: limit * 2 }), [view, limit]);
  return { limit, grow };
}

interface GrowthOptions {
  more: { hasMore: boolean; grow: () => void } | undefined;
  scroller: RefObject<HTMLElement | null>;
  /** The current number of rows. */
  count: number;
  isFetching: boolean;
  /** The distance in pixels between the visible part and the end at which more rows are loaded. Default: 0. */
  ahead?: number;
}

/** Observes an element below the last row, and returns the ref for it. */
export function useGrowth(options: GrowthOptions): RefObject<HTMLDivElement | null> {
  const { more, scroller, count, isFetching, ahead = 0 } = options;
  const end = useRef<HTMLDivElement>(null);
  const grow = more?.grow;
  const isNeeded = more?.hasMore === true && !isFetching;
  // Depends on the number of rows: if the end stays in view after loading, the observer must fire again.
  useEffect(() => {
    if (!isNeeded || count === 0 || !end.current) return undefined;
    const watch = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && grow?.(), {
      root: scroller.current,
      rootMargin: `0px 0px ${ahead}px 0px`,
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isNeeded, grow, scroller, count, ahead]);
  return end;
}
