// The columns of a view's table.
import type { Column } from "#console/widgets/table/column.ts";
import { titleOf } from "#lib/text/words.ts";
import { Cell } from "./Cell.tsx";
import { labelTexts, type PlacedColumn, textOf, valueOfCell, type ViewRow } from "./cell-values.ts";

type ViewColumnType = PlacedColumn["type"];

const right: readonly ViewColumnType[] = ["number", "decimal", "bytes", "millicore", "duration"];

const widths: Readonly<Partial<Record<ViewColumnType, number>>> = {
  number: 112,
  decimal: 112,
  boolean: 88,
  datetime: 176,
  duration: 128,
  bytes: 104,
  millicore: 112,
  health: 128,
  status: 144,
  gauge: 176,
};

/**
 * Reads a width in pixels ("120", "120px") or rem. For other units, such as percentages, the table chooses the width.
 */
export function pixelsOf(width: string | undefined): number | undefined {
  const [, figure, unit = ""] = /^(\d+(?:\.\d+)?)(px|rem|em)?$/.exec(width?.trim() ?? "") ?? [];
  if (figure === undefined) return undefined;
  const pixels = Number(figure) * (unit === "rem" || unit === "em" ? 16 : 1);
  return pixels >= 40 && pixels <= 1000 ? pixels : undefined;
}

/** Returns the filter of a column, by the name of its URL parameter. */
export type FilterName = (column: string) => string | undefined;

export function tableColumns(columns: readonly PlacedColumn[], filterOf: FilterName): readonly Column<ViewRow>[] {
  const statusAt = columns.findIndex(({ type }) => type === "health" || type === "status");
  return columns.map((column, at): Column<ViewRow> => {
    const { name, type } = column;
    const width = pixelsOf(column.width) ?? widths[type];
    const filter = filterOf(name);
    return {
      id: name,
      title: titleOf(name),
      value: (row) => valueOfCell(column, row),
      cell: (row) => <Cell column={column} row={row} />,
      // Number columns are narrow, but their titles must not be cut off.
      ...(width === undefined || at === 0
        ? { minWidth: width ?? (type === "labels" ? 200 : 144) }
        : { width: Math.max(width, titleWidth(name)) }),
      ...(right.includes(type) && { align: "right" }),
      ...(type === "datetime" && { isTime: true }),
      ...(at === 0
        ? { isName: true }
        : {
            narrow:
              at === statusAt ? "status" : type === "labels" ? "line" : right.includes(type) ? "labelled" : undefined,
          }),
      ...(filter !== undefined && {
        filter,
        filterItem: (row: ViewRow) => itemsOf(column, row),
      }),
    } as Column<ViewRow>;
  });
}

const LETTER = 7.5;
const EDGES = 44;
const titleWidth = (name: string) => Math.round(titleOf(name).length * LETTER + EDGES);

/** The texts that a filter compares: the text of the cell, or all its labels. */
export function itemsOf(column: PlacedColumn, { cells }: ViewRow): readonly string[] {
  const cell = cells[column.index];
  if (cell === null || cell === undefined || cell === "") return [];
  if (column.type === "labels") return labelTexts(cell);
  return [textOf(cell)];
}
