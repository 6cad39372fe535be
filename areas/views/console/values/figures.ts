// Parses and formats the numbers in panels and cells.
import { printBytes } from "#lib/text/bytes.ts";
import { printNumber } from "#lib/text/numbers.ts";
import { printDuration } from "#lib/time/duration.ts";

export type PanelRow = Readonly<Record<string, unknown>>;

const NANOS_PER_MILLI = 1e6;

/** Reads a number, or a text that contains only a number. */
export function figureOf(value: unknown): number | undefined {
  const figure = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof figure === "number" && Number.isFinite(figure) ? figure : undefined;
}

/** A value as text, an object as JSON. Undefined for a missing value. */
export function wordsOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "number") return printNumber(value);
  return typeof value === "string"
    ? value
    : typeof value === "boolean"
      ? value
        ? "Yes"
        : "No"
      : JSON.stringify(value);
}

interface Printing {
  unit?: string | undefined;
  precision?: number | undefined;
}

const MAX_PRECISION = 10;

/** Formats a number with its unit, such as 12,345 rps. Bytes and percentages have their own formats. */
export function printFigure(value: number, { unit = "", precision }: Printing = {}): string {
  if (/^bytes?$/i.test(unit)) return printBytes(value);
  const digits = precision === undefined ? undefined : Math.min(MAX_PRECISION, Math.max(0, Math.round(precision)));
  const figure =
    digits === undefined
      ? printNumber(value)
      : value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (unit === "") return figure;
  return /^(?:%|percent)$/i.test(unit) ? `${figure}%` : `${figure} ${unit}`;
}

/** Formats nanoseconds as "1h 2m 3s", and less than a millisecond in microseconds. */
export function printNanos(nanos: number): string {
  const millis = Math.abs(nanos) / NANOS_PER_MILLI;
  const text = millis > 0 && millis < 1 ? `${Math.round(millis * 1000)}µs` : printDuration(millis);
  return nanos < 0 ? `-${text}` : text;
}

export interface Labelled {
  label: string;
  value: number;
}

/** The rows of a chart. Rows without a number are left out; a missing label is shown as "None". */
export const labelledFigures = (rows: readonly PanelRow[]): readonly Labelled[] =>
  rows.flatMap((row) => {
    const value = figureOf(row["value"] ?? row["count"]);
    return value === undefined ? [] : { label: wordsOf(row["label"]) ?? "None", value };
  });
