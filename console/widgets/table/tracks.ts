// How wide the columns are. Every line of a table is a grid of its own with these tracks, so that one line can be laid out
// without looking at the others, as the cells of a table would.
import { type CSSProperties, type RefObject, useLayoutEffect, useState } from "react";
import { type Column, minWidthOf } from "./column.ts";

export const SELECT_WIDTH = 36;

type Widths = Readonly<Record<string, number>>;

/** Columns without a width share what is left; if there are none, the last one takes it. */
export function tracksOf<Row>(columns: readonly Column<Row>[], widths: Widths, isSelectable: boolean): CSSProperties {
  const fixed = columns.map(({ id, width }) => widths[id] ?? width);
  const isFull = !fixed.includes(undefined);
  const tracks = columns.map((column, index) => {
    const width = fixed[index];
    const isLast = isFull && index === columns.length - 1;
    return width === undefined || isLast ? `minmax(${width ?? minWidthOf(column)}px,1fr)` : `${width}px`;
  });
  const columnTracks = [...(isSelectable ? [`${SELECT_WIDTH}px`] : []), ...tracks].join(" ");
  return { minWidth: leastWidth(columns, widths, isSelectable), "--columns": columnTracks } as CSSProperties;
}

export function leastWidth<Row>(columns: readonly Column<Row>[], widths: Widths, isSelectable: boolean): number {
  return columns.reduce(
    (sum, column) => sum + (widths[column.id] ?? minWidthOf(column)),
    isSelectable ? SELECT_WIDTH : 0,
  );
}

/**
 * Whether the table is wider than its place. Only then its first column is pinned: a browser draws every cell that may
 * stick on a layer of its own, which costs as much as all the rest of a row.
 */
export function useIsCut(scroller: RefObject<HTMLElement | null>, width: number): boolean {
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => setCut(element.clientWidth < width);
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, [scroller, width]);
  return isCut;
}
