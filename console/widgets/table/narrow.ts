// The table in a narrow container, such as the screen of a phone. A row is a wrapping flex container of two lines: the
// name and the columns with `narrow: "status"`, then the other columns in small text, separated by dots; a column with
// `narrow: "line"` adds a third line, and a column with `narrow: "text"` adds one or two lines, depending on the length
// of its text. Columns without a width shrink in the second line. The height of the row is fixed: a cell that still
// does not fit wraps to a line that is clipped, so the table never scrolls sideways.
import type { Column } from "./column.ts";

/** The maximum width in pixels; wider containers show columns. */
export const NARROW_WIDTH = 560;

/** `columns`: each cell is in its column. All other shapes are for rows of a narrow table. */
export type RowShape = "columns" | "one line" | "two lines" | "three lines" | "four lines";

type Place = "name" | "status" | "detail" | "line" | "text";

const placeOf = <Row>({ narrow }: Column<Row>, index: number): Place =>
  index === 0 ? "name" : narrow === "status" || narrow === "line" || narrow === "text" ? narrow : "detail";

/** The columns of a narrow table in the order of the screen, which keyboard navigation follows. */
export function narrowColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const name = columns.find(({ narrow }) => narrow === "name") ?? columns[0];
  const others = columns.filter((column) => column !== name && column.narrow !== "hidden");
  const at = (place: Place) => others.filter((column) => placeOf(column, 1) === place);
  return [...(name ? [name] : []), ...at("status"), ...at("detail"), ...at("line"), ...at("text")];
}

export const shapeOf = <Row>(columns: readonly Column<Row>[], isNarrow: boolean): RowShape => {
  if (!isNarrow) return "columns";
  const has = (place: Place) => columns.some((column, index) => placeOf(column, index) === place);
  return has("line") || has("text") ? "three lines" : has("detail") ? "two lines" : "one line";
};

/** The height of a row in pixels; narrow rows are high enough for a finger. */
const ROW_HEIGHTS: Readonly<Record<RowShape, { regular: number; dense: number }>> = {
  columns: { regular: 32, dense: 28 },
  "one line": { regular: 44, dense: 44 },
  "two lines": { regular: 56, dense: 48 },
  "three lines": { regular: 76, dense: 66 },
  "four lines": { regular: 92, dense: 82 },
};
/** The height of a row with a detail, in a table with columns. */
const DETAIL_HEIGHTS = { "in cell": 44, below: 52 };

export interface RowLook {
  shape: RowShape;
  isDense: boolean;
  /** The position of the row's detail, if the row has a detail: in the first cell, or below all cells. */
  detail?: keyof typeof DETAIL_HEIGHTS;
}

export const rowHeight = ({ shape, isDense, detail }: RowLook) =>
  detail ? DETAIL_HEIGHTS[detail] : ROW_HEIGHTS[shape][isDense ? "dense" : "regular"];

export const HEADER_HEIGHTS: Readonly<Record<RowShape, { regular: number; dense: number }>> = {
  columns: { regular: 32, dense: 28 },
  "one line": { regular: 40, dense: 40 },
  "two lines": { regular: 40, dense: 40 },
  "three lines": { regular: 40, dense: 40 },
  "four lines": { regular: 40, dense: 40 },
};

/** The left padding of a row: the edge or the checkbox, and a step for each level of groups. */
export const narrowIndent = (isSelectable: boolean, depth: number) => (isSelectable ? 44 : 12) + 16 * depth;

/**
 * Ends the first line. A detail with the keyboard focus comes first in the second line, so that it is never clipped.
 */
const lineBreak = "before:order-1 before:h-0 before:basis-full";
const detailOrder = "order-3 [&:is(:focus-visible,:has(:focus-visible))]:order-2";

export const narrowRow = (shape: RowShape) =>
  `relative flex flex-wrap content-start gap-x-3 pr-3 ${shape === "one line" ? "" : lineBreak}`;

/** The cell of the checkbox. The checkbox fills the whole cell, so that it is easy to press. */
export const narrowSelect = "absolute inset-y-0 left-0 flex w-11 *:size-full";

export function narrowCell<Row>(column: Column<Row>, index: number, { shape, isDense }: RowLook) {
  const place = placeOf(column, index);
  const first = shape === "one line" ? "h-full" : isDense ? "h-[26px] pt-1" : "h-[30px] pt-1.5";
  const last = isDense ? "h-[22px] pb-0.5" : "h-[26px] pb-1.5";
  if (place === "name") return `min-w-0 flex-1 font-medium ${first}`;
  if (place === "status") return `max-w-3/5 ${first}`;
  // A control higher than the line, such as an icon button, is centred in it like text.
  const look = "min-w-0 text-meta text-muted *:max-h-full";
  if (place === "line") return `basis-full order-4 ${look} ${last}`;
  if (place === "text") {
    // A row without a text has no text line, but the keyboard can focus the cell.
    if (shape === "two lines") return "order-4 -ml-3 h-0 w-0";
    return `basis-full order-4 ${look} ${shape === "three lines" ? last : isDense ? "h-[38px] pb-0.5" : "h-[42px] pb-1.5"}`;
  }
  const line = shape === "two lines" ? last : isDense ? "h-[18px]" : "h-5";
  // Wrapping depends on the flex basis; the cell then grows up to the width of its content.
  const width = column.width === undefined ? "max-w-max grow basis-16" : "max-w-full";
  // Empty cells have no height, because they may be placed next to the line break, whose line must have no height.
  return `narrow-detail ${width} ${look} empty:-ml-3 empty:h-0 empty:w-0 empty:p-0 ${line} ${detailOrder}`;
}

/** A group has one line: its name, then the values that fit. A status has the same size as in a row. */
export const narrowGroupCell = (index: number, isStatus = false) =>
  index === 0
    ? "h-full min-w-0 grow basis-3/5"
    : `h-full max-w-2/5 empty:-ml-3 ${isStatus ? "" : "text-meta text-muted"}`;

/**
 * The header has one line: the title of the name column, and to its right the title of the sorted or focused column. If
 * the table is sorted by name, the titles of all columns in the first line are shown. The other titles are clipped; the
 * display options can sort by those columns.
 */
export function narrowTitle<Row>(column: Column<Row>, index: number, { isSorted, isNameSorted }: NarrowSort) {
  const place = placeOf(column, index);
  if (place === "name") return "h-full min-w-0 flex-1";
  const isShown = isSorted || (place === "status" && isNameSorted);
  return `h-full max-w-3/5 ${isShown ? "" : "order-2 [&:is(:focus-visible)]:order-0"}`;
}

interface NarrowSort {
  isSorted: boolean;
  /** Whether the table is sorted by its name column or not at all. */
  isNameSorted: boolean;
}
export const narrowHeader = `relative flex flex-wrap overflow-clip content-start gap-x-3 pr-3 ${lineBreak}`;
