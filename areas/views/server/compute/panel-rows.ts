// Builds the rows of a panel: the columns of its statement, with a label and a value that the console reads.
import type { PanelSpec } from "../spec/panel-spec.ts";
import type { Selected } from "./tables.ts";

type Row = Readonly<Record<string, unknown>>;

/** Rows after this number are left out. */
export const maxPanelRows = 10_000;
/** The maximum size of all panels of a view as JSON. */
const maxPanelsBytes = 20_000_000;

/** Builds the rows of all panels of a view, and limits their total size. */
export class PanelRows {
  #bytes = 0;

  shape(type: PanelSpec["type"], { columns, rows }: Selected): { rows: Row[]; isCut: boolean } {
    const found: Row[] = [];
    let bytes = this.#bytes;
    let isCut = false;
    for (const row of rows) {
      isCut = found.length >= maxPanelRows;
      if (isCut) break;
      const panelRow = shaped(type, columns, Object.fromEntries(columns.map((name, at) => [name, row[at]])));
      bytes += Buffer.byteLength(JSON.stringify(panelRow)) + 1;
      if (bytes > maxPanelsBytes) throw new Error(`The panels of a view can have at most ${maxPanelsBytes / 1e6} MB.`);
      found.push(panelRow);
    }
    this.#bytes = bytes;
    return { rows: found, isCut };
  }
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
