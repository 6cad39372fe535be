// A column as data: what of a row it shows, and what can be done with it.
import type { ReactNode } from "react";
import type { Group } from "./table-model.ts";

export type Value = string | number | boolean | null | undefined;

export interface Column<Row> {
  /** In addresses, in storage and in exported files. */
  id: string;
  title: string;
  /** What is sorted, grouped and exported: the row's field of the same name unless said. */
  value?: (row: Row) => Value;
  /** How it is drawn: the value as text unless said. */
  cell?: (row: Row) => ReactNode;
  align?: "right";
  /** In pixels. Columns without a width share what is left, but none is narrower than `minWidth`. */
  width?: number;
  minWidth?: number;
  /** By value unless said; false for what has no order. */
  sort?: false | ((a: Row, b: Row) => number);
  /** Shown only when somebody asks for it. */
  isHidden?: true;
  /** The cell loads its content when it is drawn, so an export of all rows leaves the column out. */
  isLoadedByCell?: true;
  /** The name of the table: it stays first and cannot be hidden. */
  isName?: true;
  /** The filter that a value of this column can be sent to from the cell's menu. */
  filter?: string;
  /** What that filter calls the value, where it is not the value itself; several where it is made of several, as tags are. */
  filterItem?: (row: Row) => string | readonly string[] | undefined;
  canGroup?: true;
  /** What a group shows here. */
  aggregate?: Aggregate<Row>;
  /** How a group's value is drawn, where it is not as text. */
  aggregateCell?: (value: Value) => ReactNode;
  /** How a group is drawn here, where it takes all its rows to say so. Of the first column: its name. */
  groupCell?: (group: Group<Row>) => ReactNode;
  /** Of the first column: how many a group is said to hold, where each of its rows stands for several. */
  groupCount?: (rows: readonly Row[]) => number;
  /** In the footer, made of all filtered rows. */
  total?: (rows: readonly Row[]) => ReactNode;
}

export type Aggregate<Row> =
  | "sum"
  | "mean"
  | "min"
  | "max"
  /** How many different values there are. */
  | "unique"
  | ((rows: readonly Row[]) => Value);

const MIN_WIDTH = 96;
/** Enough for a sort mark and a few letters. */
export const NARROWEST = 56;

export const minWidthOf = <Row>({ width, minWidth }: Column<Row>) => width ?? minWidth ?? MIN_WIDTH;

export const valueOf = <Row>({ id, value }: Column<Row>, row: Row): Value =>
  value ? value(row) : asValue((row as Record<string, unknown>)[id]);

/** What a row holds may be anything; only plain values have an order and a text. */
function asValue(found: unknown): Value {
  if (found === null || found === undefined) return undefined;
  if (typeof found === "string" || typeof found === "number" || typeof found === "boolean") return found;
  return JSON.stringify(found);
}

export const textOf = (value: Value) => (value === null || value === undefined ? "" : String(value));

export const cellOf = <Row>(column: Column<Row>, row: Row): ReactNode =>
  column.cell ? column.cell(row) : textOf(valueOf(column, row));

/** What of a row can be filtered by from the cell; nothing where it cannot. */
export function filterItemsOf<Row>(column: Column<Row>, row: Row): readonly string[] {
  if (column.filter === undefined) return [];
  const item = column.filterItem ? column.filterItem(row) : textOf(valueOf(column, row));
  return [item ?? []].flat().filter((one) => one !== "");
}

export function aggregated<Row>(of: Aggregate<Row>, rows: readonly Row[], read: (row: Row) => Value): Value {
  if (typeof of === "function") return of(rows);
  if (of === "unique") return new Set(rows.map(read).filter((value) => value !== null && value !== undefined)).size;
  const figures = rows.map(read).filter((value) => typeof value === "number");
  if (figures.length === 0) return undefined;
  const sum = () => figures.reduce((total, figure) => total + figure, 0);
  switch (of) {
    case "sum":
      return sum();
    case "mean":
      return sum() / figures.length;
    case "min":
      return figures.reduce((least, figure) => Math.min(least, figure));
    case "max":
      return figures.reduce((most, figure) => Math.max(most, figure));
  }
}
