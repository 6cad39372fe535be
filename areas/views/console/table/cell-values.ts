// Reads cell values by column type, for sorting, export and search.
import type { Value } from "#console/widgets/table/column.ts";
import type { Labels } from "#language/columns.ts";
import { parseMemory, parseMillicores } from "#lib/text/quantity.ts";
import { readDate } from "#lib/time/dates.ts";
import { parseDuration } from "#lib/time/duration.ts";
import type { RowAttributes, ViewAnswer, ViewColumn } from "../../contract.ts";
import { figureOf } from "../values/figures.ts";

export interface ViewRow {
  key: string;
  cells: readonly unknown[];
  attributes: RowAttributes;
}

/** A column with its index in the rows. */
export interface PlacedColumn extends ViewColumn {
  index: number;
}

const NANOS_PER_MILLI = 1e6;

/** The columns that are shown. */
export const shownColumns = ({ columns }: Pick<ViewAnswer, "columns">): readonly PlacedColumn[] =>
  columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ hidden, type }) => !hidden && type !== "row_attributes");

/** The rows with a unique key: the values of the key columns, and a number if several rows have the same values. */
export function rowsOf({ columns, rows }: Pick<ViewAnswer, "columns" | "rows">): readonly ViewRow[] {
  const keys = columns.flatMap(({ primaryKey }, index) => (primaryKey ? index : []));
  const attributesAt = columns.findIndex(({ type }) => type === "row_attributes");
  const seen = new Map<string, number>();
  return rows.map((cells, index) => {
    const key = keys.length === 0 ? String(index) : JSON.stringify(keys.map((at) => cells[at] ?? null));
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    return {
      key: times === 0 ? key : `${key} ${times}`,
      cells,
      attributes: (attributesAt < 0 ? undefined : (cells[attributesAt] as RowAttributes | null)) ?? NO_ATTRIBUTES,
    };
  });
}

const NO_ATTRIBUTES: RowAttributes = {};

const parsedOr = (text: string, parse: (text: string) => number): number | undefined => {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
};

/** Bytes, from a number or "192Mi". */
export const bytesOf = (value: unknown): number | undefined =>
  figureOf(value) ?? (typeof value === "string" ? parsedOr(value, parseMemory) : undefined);

/** Thousandths of a CPU, from a number or "1500m". */
export const millicoresOf = (value: unknown): number | undefined =>
  typeof value === "number" ? value : typeof value === "string" ? parsedOr(value, parseMillicores) : undefined;

/** Nanoseconds, from a number or "1h30m". */
export function nanosOf(value: unknown): number | undefined {
  const figure = figureOf(value);
  if (figure !== undefined || typeof value !== "string") return figure;
  const millis = parsedOr(value, parseDuration);
  return millis === undefined ? undefined : millis * NANOS_PER_MILLI;
}

/** Some databases return 0 and 1 for booleans. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === "true" || value === "1") return true;
  return value === 0 || value === "false" || value === "0" ? false : undefined;
}

/** A gauge is a number, or an object with its own limits. */
export interface GaugeValue {
  value: number | undefined;
  min?: unknown;
  max?: unknown;
}

export const gaugeOf = (value: unknown): GaugeValue =>
  isRecord(value)
    ? { value: figureOf(value["value"]), min: value["min"], max: value["max"] }
    : { value: figureOf(value) };

export const labelsOf = (value: unknown): Labels =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).flatMap(([key, text]) => (text === null ? [] : [[key, textOf(text)]])))
    : {};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The value by which a cell is sorted, and which the export contains. A value that does not fit its type stays
 * unchanged.
 */
export function valueOfCell({ type, index }: PlacedColumn, { cells }: ViewRow): Value {
  const cell = cells[index];
  if (cell === null || cell === undefined) return undefined;
  switch (type) {
    case "number":
    case "decimal":
      return figureOf(cell) ?? textOf(cell);
    case "gauge":
      return gaugeOf(cell).value;
    case "bytes":
      return bytesOf(cell) ?? textOf(cell);
    case "millicore":
      return millicoresOf(cell) ?? textOf(cell);
    case "duration":
      return nanosOf(cell) ?? textOf(cell);
    case "boolean":
      return booleanOf(cell) ?? textOf(cell);
    case "datetime": {
      const moment = readDate(cell as string);
      return moment === undefined ? textOf(cell) : new Date(moment).toISOString();
    }
    case "labels":
      return labelTexts(cell).join(", ") || undefined;
    default:
      return textOf(cell);
  }
}

export const labelTexts = (value: unknown): readonly string[] =>
  Object.entries(labelsOf(value)).map(([key, text]) => `${key}:${text}`);

export const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
