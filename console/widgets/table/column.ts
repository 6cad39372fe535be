// The definition of a column: which value of a row it shows, and what can be done with it.
import type { ReactNode } from "react";
import type { Sort } from "./table-view.ts";

export type Value = string | number | boolean | null | undefined;

export interface Column<Row> {
  /** Used in URLs, in storage and in exported files. */
  id: string;
  title: string;
  /** Whether only screen readers announce the title, for a column of self-explanatory buttons. */
  isTitleHidden?: true;
  /** The value to sort, group and export by. Default: the row's field named like the id. */
  value?: (row: Row) => Value;
  /** Renders the cell. Default: the value as text. */
  cell?: (row: Row) => ReactNode;
  align?: "right";
  /** In pixels. Columns without a width share the remaining space, but no column is narrower than `minWidth`. */
  width?: number;
  minWidth?: number;
  /** The share of the remaining space, for columns without a width. Default: 1. */
  share?: number;
  /**
   * The place in a narrow table, whose rows have two to four lines: `name` at the start of the first line, in place of
   * the main column; `status` right of the name; `labelled` in the second line after its title; `line` in its own line
   * below; `text` also below, in one or two lines depending on its length; `hidden`: not shown. Default: in the second
   * line, where a column without a width shrinks before other columns are left out.
   */
  narrow?: "name" | "status" | "labelled" | "line" | "text" | "hidden";
  /** Renders the cell of a narrow table, which has no column titles. Default: like `cell`. */
  narrowCell?: (row: Row) => ReactNode;
  /**
   * A second line below the cells, from this column to the end of the row, for instance the reason for a failure. Only
   * one column of a table can have it. A row without it has one line. A dense or narrow table does not show it.
   */
  detail?: (row: Row) => ReactNode;
  /**
   * Main column only: the detail is part of the cell and as wide as the column, so the column must be wide. All rows
   * have the height of two lines, and the other cells are centred vertically.
   */
  isDetailInCell?: true;
  /** Compares rows. Default: by value. False disables sorting. */
  sort?: false | ((a: Row, b: Row) => number);
  /**
   * Another sort key of the server that gives the same order. If rows are sorted by it, this column is shown as sorted.
   */
  sortedAs?: string;
  /**
   * The sort key whose ascending order begins with the worst rows, such as a severity. The header shows that order as
   * descending, so that the worst rows first have the same arrow in every table.
   */
  worstFirst?: string;
  /** Hidden until a person shows it. */
  isHidden?: true;
  /** Hidden while no loaded row has a value, so that the other columns get its space. */
  isHiddenIfEmpty?: true;
  /**
   * Whether the cell shows a time with RowAge: `width` fits a date, and the column is narrower while lists show ages.
   */
  isTime?: true;
  /** Whether the cell loads its content when it is rendered. An export of all rows leaves such a column out. */
  isLoadedByCell?: true;
  /** The main column: it stays first and cannot be hidden. */
  isName?: true;
  /** The filter that the cell menu offers for a value of this column. */
  filter?: string;
  /** The filter's term for the value, if it differs; several for a value with parts, such as tags. */
  filterItem?: (row: Row) => string | readonly string[] | undefined;
  canGroup?: true;
  /** The value that a group shows in this column. */
  aggregate?: Aggregate<Row>;
  /** Renders the group's value. Default: as text. */
  aggregateCell?: (value: Value) => ReactNode;
  /** Renders the group's cell from all its rows; in the first column it replaces the group's name. */
  groupCell?: (group: Group<Row>) => ReactNode;
  /** Whether a group of a narrow table has a second line, which shows this value. Otherwise groups have one line. */
  isInGroupLine?: true;
  /** First column only: the number shown for a group, if each row represents several items. */
  groupCount?: (rows: readonly Row[]) => number;
  /** Renders the footer cell from all filtered rows. */
  total?: (rows: readonly Row[]) => ReactNode;
}

export interface Group<Row> {
  /** The column that the group's rows have in common. */
  column: string;
  value: Value;
  rows: readonly Row[];
  isOpen: boolean;
  aggregate(column: string): Value;
}

export type Aggregate<Row> =
  | "sum"
  | "mean"
  | "min"
  | "max"
  /** The number of distinct values. */
  | "unique"
  | ((rows: readonly Row[]) => Value);

const MIN_WIDTH = 96;
/** The minimum width leaves space for a sort icon and a few letters. */
export const MIN_COLUMN_WIDTH = 56;

export const minWidthOf = <Row>({ width, minWidth }: Column<Row>) => width ?? minWidth ?? MIN_WIDTH;

export const valueOf = <Row>({ id, value }: Column<Row>, row: Row): Value =>
  value ? value(row) : asValue((row as Record<string, unknown>)[id]);

/** A field may contain any value; only primitive values can be sorted and printed. */
function asValue(found: unknown): Value {
  if (found === null || found === undefined) return undefined;
  if (typeof found === "string" || typeof found === "number" || typeof found === "boolean") return found;
  return JSON.stringify(found);
}

export const textOf = (value: Value) => (value === null || value === undefined ? "" : String(value));

export const cellOf = <Row>(column: Column<Row>, row: Row): ReactNode =>
  column.cell ? column.cell(row) : textOf(valueOf(column, row));

export const isSortedBy = <Row>({ id, sortedAs }: Column<Row>, sort: Sort | undefined) =>
  sort !== undefined && (sort.id === id || sort.id === sortedAs);

/** The direction that the header shows. */
export const isDescending = <Row>({ worstFirst }: Column<Row>, sort: Sort) => sort.desc !== (worstFirst === sort.id);

/** The filter items of a cell; empty if the cell cannot be used as a filter. */
export function filterItemsOf<Row>(column: Column<Row>, row: Row): readonly string[] {
  if (column.filter === undefined) return [];
  const item = column.filterItem ? column.filterItem(row) : textOf(valueOf(column, row));
  return [item ?? []].flat().filter((text) => text !== "");
}

export function aggregated<Row>(aggregate: Aggregate<Row>, rows: readonly Row[], read: (row: Row) => Value): Value {
  if (typeof aggregate === "function") return aggregate(rows);
  if (aggregate === "unique")
    return new Set(rows.map(read).filter((value) => value !== null && value !== undefined)).size;
  const figures = rows.map(read).filter((value) => typeof value === "number");
  if (figures.length === 0) return undefined;
  const sum = () => figures.reduce((total, figure) => total + figure, 0);
  switch (aggregate) {
    case "sum":
      return sum();
    case "mean":
      return sum() / figures.length;
    case "min":
      return figures.reduce((min, figure) => Math.min(min, figure));
    case "max":
      return figures.reduce((max, figure) => Math.max(max, figure));
  }
}
