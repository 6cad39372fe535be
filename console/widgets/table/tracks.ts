// Column widths. Each row is its own CSS grid with these tracks, so that the browser can lay out each row
// independently, unlike the rows of an HTML table.
import { type CSSProperties, type RefObject, useLayoutEffect, useState } from "react";
import { type Column, minWidthOf } from "./column.ts";
import { NARROW_WIDTH } from "./narrow.ts";

export const SELECT_WIDTH = 36;

type Widths = Readonly<Record<string, number>>;

/** Columns without a width share the remaining space, by default equally; if all columns have a width, the last column takes the space. */
export function tracksOf<Row>(columns: readonly Column<Row>[], widths: Widths, isSelectable: boolean): CSSProperties {
  const fixed = columns.map(({ id, width }) => widths[id] ?? width);
  const isFull = !fixed.includes(undefined);
  const tracks = columns.map((column, index) => {
    const width = fixed[index];
    const isLast = isFull && index === columns.length - 1;
    return width === undefined || isLast
      ? `minmax(${width ?? minWidthOf(column)}px,${column.share ?? 1}fr)`
      : `${width}px`;
  });
  const columnTracks = [...(isSelectable ? [`${SELECT_WIDTH}px`] : []), ...tracks].join(" ");
  return { minWidth: minTableWidth(columns, widths, isSelectable), "--columns": columnTracks } as CSSProperties;
}

export function minTableWidth<Row>(columns: readonly Column<Row>[], widths: Widths, isSelectable: boolean): number {
  return columns.reduce(
    (sum, column) => sum + (widths[column.id] ?? minWidthOf(column)),
    isSelectable ? SELECT_WIDTH : 0,
  );
}

/**
 * `cut`: the table is wider than its container. Only then is its first column pinned: the browser draws every sticky
 * cell on its own layer, which costs as much as the rest of the row. `narrow`: the container is too narrow for columns.
 */
export type Room = "enough" | "cut" | "narrow";

export function useRoom(scroller: RefObject<HTMLElement | null>, width: number): Room {
  const [room, setRoom] = useState<Room>(() => (window.innerWidth < NARROW_WIDTH ? "narrow" : "enough"));
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => {
      const space = element.clientWidth;
      // An element that is not displayed has no width.
      if (space > 0) setRoom(space < NARROW_WIDTH ? "narrow" : space < width ? "cut" : "enough");
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, [scroller, width]);
  return room;
}
