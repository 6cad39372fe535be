// The rows that are rendered: the visible rows, an overscan around them, and the focused row. At most 80 rows are
// rendered, however high the window is.
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from "react";
import { evenHeights, type RowHeights } from "./row-heights.ts";

/** The row height until the first row is measured. */
export const ROW_ESTIMATE = 35;
export const OVERSCAN = 10;
export const MAX_ROWS = 80;
/**
 * Minimum number of rows for virtualisation. Shorter lists are rendered completely, so that the browser's search finds
 * all rows.
 */
export const VIRTUAL_FROM = 61;

interface VirtualRowsOptions {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** The index of the focused row; -1 if none. */
  focused: number;
  headerHeight: number;
  footerHeight: number;
  /** Identifies the look of the rows, which determines their height: the height is measured again when this changes. */
  look: string;
  /** The heights of the rows if they differ. */
  heights: RowHeights | undefined;
}

/** Rows and the spacers between them, from top to bottom. */
export type Strip = { type: "row"; index: number } | { type: "space"; before: number; height: number };

export function useVirtualRows(options: VirtualRowsOptions) {
  const { scroller, count, focused, headerHeight, footerHeight, look } = options;
  const [rowHeight, setRowHeight] = useState(ROW_ESTIMATE);
  const even = useMemo(() => evenHeights(rowHeight), [rowHeight]);
  const heights = options.heights ?? even;
  const isVirtual = count >= VIRTUAL_FROM;
  const [overscanFor] = useState(createOverscan);
  // The React compiler could not memoise the result of this hook, but this project does not use the compiler.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: heights.at,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    scrollPaddingEnd: footerHeight,
  });

  const range = virtualizer.calculateRange();
  const indexes = !isVirtual
    ? Array.from({ length: count }, (_, index) => index)
    : range
      ? drawnIndexes({ ...range, count, overscan: overscanFor(range, virtualizer.isScrolling) }, focused)
      : [];

  // If all rows have the same height, one measurement replaces an observer for each.
  const isDrawn = indexes.length > 0;
  useLayoutEffect(() => {
    const measured = scroller.current?.querySelector("tr[data-key]")?.getBoundingClientRect().height;
    if (measured) setRowHeight(measured);
  }, [scroller, isDrawn, look]);
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, heights]);

  const size = useCallback(() => {
    const viewHeight = (scroller.current?.clientHeight ?? 0) - headerHeight - footerHeight;
    return Math.max(1, Math.floor(viewHeight / heights.largest) - 1);
  }, [scroller, headerHeight, footerHeight, heights]);
  const scrollTo = useCallback(
    (index: number) => {
      if (isVirtual) virtualizer.scrollToIndex(index, { align: "auto" });
      else scroller.current?.querySelectorAll("tr[data-key]")[index]?.scrollIntoView({ block: "nearest" });
    },
    [scroller, virtualizer, isVirtual],
  );
  return { strips: isVirtual ? stripsOf(indexes, count, heights) : indexes.map(rowStrip), size, scrollTo };
}

const rowStrip = (index: number): Strip => ({ type: "row", index });

interface InView {
  startIndex: number;
  endIndex: number;
}

/**
 * The overscan makes short scrolls smooth. While the scroll bar is dragged by a screen or more at once, rows outside
 * the view are never seen but cost more than those in view, so the overscan is 0 until scrolling slows down.
 */
export function createOverscan(): (range: InView, isScrolling: boolean) => number {
  let last: InView | undefined;
  let isRushed = false;
  return (range, isScrolling) => {
    const isElsewhere = last !== undefined && (range.startIndex > last.endIndex || range.endIndex < last.startIndex);
    // Repeated calls with the same range return the same result.
    const isSame = last?.startIndex === range.startIndex && last.endIndex === range.endIndex;
    if (!isScrolling) isRushed = false;
    else if (!isSame) isRushed = isElsewhere;
    last = range;
    return isRushed ? 0 : OVERSCAN;
  };
}

/**
 * Returns the indexes in ascending order. The focused row is always included, since removing it would lose the focus.
 */
export function drawnIndexes(range: Range, focused: number): number[] {
  const inView = range.endIndex - range.startIndex + 1;
  const around = Math.max(0, Math.min(range.overscan, Math.floor((MAX_ROWS - 1 - inView) / 2)));
  const indexes = defaultRangeExtractor({ ...range, overscan: around });
  if (focused < 0 || focused >= range.count || indexes.includes(focused)) return indexes;
  return focused < indexes[0]! ? [focused, ...indexes] : [...indexes, focused];
}

export function stripsOf(indexes: readonly number[], count: number, heights: RowHeights): Strip[] {
  const strips: Strip[] = [];
  let next = 0;
  const space = (until: number) => {
    if (until > next) strips.push({ type: "space", before: until, height: heights.between(next, until) });
  };
  for (const index of indexes) {
    space(index);
    strips.push(rowStrip(index));
    next = index + 1;
  }
  space(count);
  return strips;
}
