// Exports all filtered rows as a file, in the order of the screen and with the visible columns.
import { writeCell } from "#lib/text/csv-cell.ts";
import { downloadFile } from "../copy-or-save.ts";
import { type Column, textOf, type Value, valueOf } from "./column.ts";

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export function printRows<Row>(format: ExportFormat, columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const exported = columns.filter(({ isLoadedByCell }) => !isLoadedByCell);
  return format === "csv" ? printCsv(exported, rows) : printJson(exported, rows);
}

function printJson<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  const objects = rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column.id, valueOf(column, row) ?? null])),
  );
  return `${JSON.stringify(objects, null, 2)}\n`;
}

/** RFC 4180. */
function printCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  const lines = [
    columns.map(({ title }) => csvField(title)),
    ...rows.map((row) => columns.map((column) => csvField(valueOf(column, row)))),
  ];
  return lines.map((fields) => `${fields.join(",")}\r\n`).join("");
}

function csvField(value: Value): string {
  const text = writeCell(textOf(value));
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function download(name: string, format: ExportFormat, content: string) {
  downloadFile(`${name}.${format}`, content, format === "csv" ? "text/csv;charset=utf-8" : "application/json");
}
