// The rows of a panel as the console reads them: a label and a value, in addition to the columns of the statement.
import type { PanelSpec } from "../spec/panel-spec.ts";
import type { Selected } from "./tables.ts";

type Row = Readonly<Record<string, unknown>>;

/** More rows are left out. */
export const maxPanelRows = 10_000;
const maxPanelLength = 5_000_000;

export function panelRows(type: PanelSpec["type"], { columns, rows }: Selected): { rows: Row[]; isCut: boolean } {
  const found: Row[] = [];
  let length = 0;
  for (const row of rows) {
    if (found.length >= maxPanelRows) return { rows: found, isCut: true };
    length += lengthOf(row);
    if (length > maxPanelLength) throw new Error(`The rows of a panel can have at most ${maxPanelLength / 1e6} MB.`);
    found.push(shaped(type, columns, Object.fromEntries(columns.map((name, at) => [name, row[at]]))));
  }
  return { rows: found, isCut: false };
}

function shaped(type: PanelSpec["type"], columns: readonly string[], row: Row): Row {
  switch (type) {
    case "number":
    case "gauge":
    case "text":
    case "duration":
      return { ...row, value: row[valueColumn(columns)] ?? null };
    case "piechart":
    case "bargauge":
    case "table":
    case "properties": {
      const value = valueColumn(columns);
      const label = columns.includes("label") ? "label" : (columns.find((name) => name !== value) ?? value);
      // Existing consoles read the size of a slice from `count`.
      const slice = type === "piechart" ? { count: row[value] ?? null } : {};
      return { ...row, label: row[label] ?? null, value: row[value] ?? null, ...slice };
    }
    case "timeseries":
    case "heatmap":
      return row;
  }
}

const valueColumn = (columns: readonly string[]): string =>
  ["value", "count"].find((name) => columns.includes(name)) ?? columns.at(-1) ?? "value";

/** The length of the texts in a row. */
export const lengthOf = (row: readonly unknown[]): number =>
  row.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 8), 0);
