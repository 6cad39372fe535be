// The heights of the rows. They must be known in advance, because a long list renders only the rows in view.
import { type ReactNode, useMemo } from "react";
import { type Column, textOf, valueOf } from "./column.ts";
import { rowHeight, type RowLook, type RowShape } from "./narrow.ts";
import type { DrawnRow, DrawnRows } from "./table-model.ts";

export interface RowHeights {
  at(index: number): number;
  /** The sum of the heights from a row up to, but not including, another row. */
  between(from: number, until: number): number;
  largest: number;
}

export const evenHeights = (height: number): RowHeights => ({
  at: () => height,
  between: (from, until) => (until - from) * height,
  largest: height,
});

export const variedHeights = (heights: readonly number[]): RowHeights => ({
  at: (index) => heights[index] ?? 0,
  between: (from, until) => heights.slice(from, until).reduce((sum, height) => sum + height, 0),
  largest: heights.reduce((most, height) => Math.max(most, height), 1),
});

interface TableLook<Row> {
  columns: readonly Column<Row>[];
  shape: RowShape;
  isDense: boolean;
  /** Whether rows show the detail of a column. */
  hasDetails: boolean;
}

/** Maximum number of characters that fit on one line of a phone screen. A longer text needs two lines. */
const LINE_LENGTH = 48;

/** The style of one row. Groups on a phone and rows without a detail or a text are lower than other rows. */
export function lookOf<Row>({ row, group }: DrawnRow<Row>, table: TableLook<Row>): RowLook {
  const { columns, shape, isDense, hasDetails } = table;
  if (hasDetails && columns[0]?.isDetailInCell) return { shape, isDense, detail: "in cell" };
  if (group && shape !== "columns")
    return { shape: columns.some(({ isInGroupLine }) => isInGroupLine) ? "two lines" : "one line", isDense };
  const column = decidingColumn(table);
  if (!column || group) return { shape, isDense };
  if (shape === "columns")
    return isBlank(column.detail?.(row)) ? { shape, isDense } : { shape, isDense, detail: "below" };
  const { length } = textOf(valueOf(column, row));
  return { shape: length === 0 ? "two lines" : length > LINE_LENGTH ? "four lines" : "three lines", isDense };
}

/** The column whose content determines the height of each row; undefined if all rows have the same height. */
const decidingColumn = <Row>({ columns, shape, hasDetails }: TableLook<Row>) =>
  shape === "columns"
    ? columns.find(({ detail, isDetailInCell }) => hasDetails && detail && !isDetailInCell)
    : columns.find(({ narrow }) => narrow === "text");

/** On a phone the row of a group usually has one line, even if other rows have more lines. */
function hasGroups<Row>(drawn: DrawnRows<Row>): boolean {
  for (let index = 0; index < drawn.length; index += 1) if (drawn.at(index)?.group) return true;
  return false;
}

/** The heights of the rows if they differ; undefined if all rows have the same height. */
export function useRowHeights<Row>(drawn: DrawnRows<Row>, table: TableLook<Row>): RowHeights | undefined {
  const { columns, shape, isDense, hasDetails } = table;
  return useMemo(() => {
    const look = { columns, shape, isDense, hasDetails };
    if (!decidingColumn(look) && !(shape !== "columns" && hasGroups(drawn))) return undefined;
    return variedHeights(
      Array.from({ length: drawn.length }, (_, index) => {
        const row = drawn.at(index);
        return row ? rowHeight(lookOf(row, look)) : 0;
      }),
    );
  }, [drawn, columns, shape, isDense, hasDetails]);
}

export const isBlank = (content: ReactNode) => content === undefined || content === null || content === "";
