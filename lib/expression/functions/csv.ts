// Reads and writes CSV with the arguments of gomplate: `[DELIMITER] [HEADER] TEXT`.
import { onDemand } from "../../load/on-demand.ts";
import { spend, uncounted } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { nounOf, textOf, type LibraryFunction } from "./function.ts";

const csvLibrary = onDemand<typeof import("csv-parse/sync")>("csv-parse/sync");

const isDelimiter = (value: unknown): value is string => typeof value === "string" && [...value].length === 1;

/** Names columns A, B, …, Z, AA, AB, … */
function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? "" : columnName(rest - 1)) + String.fromCharCode(65 + (index % 26));
}

/** Returns all rows with the header first. With an empty header, the columns are named A, B, C. */
function rowsOf(name: string, values: readonly unknown[]): string[][] {
  // In the arguments, a list of lines may be followed by its delimiter.
  const [list, sign] = values;
  const args = Array.isArray(list) && isDelimiter(sign) ? [sign, list.map(textOf).join("\n")] : values;
  const texts = args.map((value) => {
    if (typeof value === "string") return value;
    throw new ExpressionFault(`${name} needs strings, but got ${nounOf(value)}.`);
  });
  const [first, second] = texts;
  const hasDelimiter = texts.length > 1 && isDelimiter(first);
  const delimiter = hasDelimiter ? first : ",";
  // Three or more strings without a delimiter are the lines of one document.
  const isLines = texts.length > 3 || (texts.length === 3 && !hasDelimiter);
  const header = isLines
    ? undefined
    : texts.length === 3
      ? second
      : texts.length === 2 && !hasDelimiter
        ? first
        : undefined;
  const text = isLines ? texts.join("\n") : texts.at(-1)!;
  uncounted(text.length);
  let rows: string[][];
  try {
    rows = csvLibrary().parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    throw new ExpressionFault(`This is not valid CSV: ${(error as Error).message.split("\n")[0]}`);
  }
  if (header === undefined) return rows;
  const names =
    header === ""
      ? (rows[0] ?? []).map((_, index) => columnName(index))
      : header.split(header.includes(delimiter) ? delimiter : ",");
  return [names, ...rows];
}

function byRow(name: string, args: readonly unknown[]): Record<string, string>[] {
  const [header = [], ...rows] = rowsOf(name, args);
  return rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index] ?? ""])));
}

function byColumn(name: string, args: readonly unknown[]): Record<string, string[]> {
  const [header = [], ...rows] = rowsOf(name, args);
  return Object.fromEntries(header.map((column, index) => [column, rows.map((row) => row[index] ?? "")]));
}

const quoted = (text: string, delimiter: string) =>
  text.includes(delimiter) || /["\r\n]|^\s/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function toCsv(...args: unknown[]): string {
  const delimiter = isDelimiter(args[0]) ? args[0] : ",";
  const last = args.at(-1);
  // In CEL the list of rows may have been spread into the arguments.
  const rows =
    Array.isArray(last) && last.every(Array.isArray) ? (last as unknown[][]) : args.filter((row) => row !== delimiter);
  if (!rows.every((row) => Array.isArray(row))) throw new ExpressionFault("toCSV needs rows: a list of lists.");
  const text = rows
    .map((row) => `${(row as unknown[]).map((cell) => quoted(textOf(cell), delimiter)).join(delimiter)}\r\n`)
    .join("");
  spend(text.length);
  return text;
}

const reader = (
  name: string,
  templateNames: readonly string[],
  gives: "list" | "map",
  says: string,
  call: (name: string, args: readonly unknown[]) => unknown,
): LibraryFunction => ({
  name,
  templateNames,
  takes: ["any"],
  repeats: true,
  spreads: true,
  gives,
  says,
  call: (...args: unknown[]) => call(name, args),
});

export const csv: readonly LibraryFunction[] = [
  reader("CSV", ["csv", "data.CSV"], "list", "Parses CSV to a list of rows, with the header first", rowsOf),
  reader("data.CSVByRow", ["csvByRow"], "list", "Parses CSV to a list of maps by column", byRow),
  reader("data.CSVByColumn", ["csvByColumn"], "map", "Parses CSV to a map of columns", byColumn),
  {
    name: "toCSV",
    templateNames: ["data.ToCSV"],
    takes: ["any"],
    repeats: true,
    spreads: true,
    gives: "string",
    says: "Converts a list of rows to CSV",
    call: toCsv,
  },
];
