// The columns of the log list. Each field of the lines can be a column; the message is always the last column.
import type { LogLine } from "../../contract.ts";

export const defaultColumns: readonly string[] = ["time", "level", "source"];

const titles: Readonly<Record<string, string>> = { time: "Time", level: "Level", host: "Host", source: "Source" };
const widths: Readonly<Record<string, string>> = { time: "11.5rem", level: "4.5rem", host: "8rem", source: "8rem" };

export const titleOfColumn = (name: string) => titles[name] ?? name;

/** The grid tracks of a row: the checkbox, the chosen columns, and the message. */
export const tracksOf = (columns: readonly string[]) =>
  ["2rem", ...columns.map((name) => widths[name] ?? "10rem"), "minmax(16rem,1fr)"].join(" ");

export function valueOf({ severity, host, source, labels }: LogLine, column: string): string {
  if (column === "level") return severity ?? "";
  if (column === "host") return host ?? "";
  return column === "source" ? (source ?? "") : (labels[column] ?? "");
}

/** The labels that describe where a line was written, such as its file. Many lines have the same values. */
export const places: readonly string[] =
  "file unit namespace pod container log_stream filename stream pid hostname".split(" ");

/** Longer fields are shown only in the line details. */
const MAX_FIELDS = 400;

/** Longer values, such as addresses with a query, come last, so that they do not push short values out of the line. */
const LONG = 40;

/** The fields of a line that have no column. They follow the message: `method=GET status=200`. */
export function restOf({ labels }: LogLine, columns: readonly string[]): string {
  const rest: string[] = [];
  const long: string[] = [];
  let length = 0;
  for (const [name, value] of Object.entries(labels)) {
    if (value === "" || places.includes(name) || columns.includes(name)) continue;
    const text = `${name}=${value}`;
    length += text.length + 1;
    if (length > MAX_FIELDS) break;
    (value.length > LONG ? long : rest).push(text);
  }
  return [...rest, ...long].join(" ");
}

export interface FoundField {
  name: string;
  count: number;
}

/**
 * The number of lines in which fields are counted. A few lines are enough, because most log lines have the same fields.
 */
const counted = 500;

/** The fields that the newest lines have, the most frequent first. */
export function fieldsIn(lines: readonly LogLine[]): FoundField[] {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const line of lines.slice(0, counted)) {
    if (line.host !== undefined) count("host");
    if (line.source !== undefined) count("source");
    for (const name of Object.keys(line.labels)) count(name);
  }
  return [...counts].map(([name, found]) => ({ name, count: found })).sort((a, b) => b.count - a.count);
}

/** A column is left out if no line has a value for it, because it would take space from the message. */
export function shownColumns(columns: readonly string[], lines: readonly LogLine[]): readonly string[] {
  if (lines.length === 0) return columns;
  const sample = lines.slice(0, counted);
  return columns.filter((name) => name === "time" || sample.some((line) => valueOf(line, name) !== ""));
}
