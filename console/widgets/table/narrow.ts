// The table in a narrow container, such as the screen of a phone. A row is a wrapping flex container of two lines: the
// name and the columns with `narrow: "status"`, then the other columns in small text. The height of the row is fixed,
// so cells that do not fit wrap to a third line that is clipped: a cell is shown whole or not at all, and the table
// never scrolls sideways.
import type { Column } from "./column.ts";

/** The maximum width in pixels; wider containers show columns. */
export const NARROW_WIDTH = 560;

/** `columns`: each cell has its column. The others are rows of a narrow table. */
export type RowShape = "columns" | "one line" | "two lines";

type Place = "name" | "status" | "detail";

const placeOf = <Row>({ narrow }: Column<Row>, index: number): Place =>
  index === 0 ? "name" : narrow === "status" ? "status" : "detail";

/** The columns of a narrow table in the order of the screen, so that the keyboard follows it. */
export function narrowColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const shown = columns.filter(({ narrow }, index) => index === 0 || narrow !== "hidden");
  const inFirstLine = shown.filter((column, index) => placeOf(column, index) !== "detail");
  return [...inFirstLine, ...shown.filter((column) => !inFirstLine.includes(column))];
}

export const shapeOf = <Row>(columns: readonly Column<Row>[], isNarrow: boolean): RowShape => {
  if (!isNarrow) return "columns";
  return columns.some((column, index) => placeOf(column, index) === "detail") ? "two lines" : "one line";
};

/** The height of a row in columns whose cells have two lines, in pixels. */
export const TALL_ROW = 44;

/** The height of a row in pixels; narrow rows are pressed with a finger. */
export const ROW_HEIGHTS: Readonly<Record<RowShape, { regular: number; dense: number }>> = {
  columns: { regular: 32, dense: 28 },
  "one line": { regular: 44, dense: 44 },
  "two lines": { regular: 56, dense: 48 },
};
export const HEADER_HEIGHTS: Readonly<Record<RowShape, { regular: number; dense: number }>> = {
  columns: { regular: 32, dense: 28 },
  "one line": { regular: 40, dense: 40 },
  "two lines": { regular: 40, dense: 40 },
};

/** The left padding of a row: the edge or the checkbox, and a step for each level of groups. */
export const narrowIndent = (isSelectable: boolean, depth: number) => (isSelectable ? 44 : 12) + 16 * depth;

/** Ends the first line. A detail with the keyboard focus comes first in the second line, so that it is never clipped. */
const lineBreak = "before:order-1 before:h-0 before:basis-full";
const detailOrder = "order-3 [&:is(:focus-visible,:has(:focus-visible))]:order-2";

export const narrowRow = (shape: RowShape) =>
  `relative flex flex-wrap content-start gap-x-3 pr-3 ${shape === "two lines" ? lineBreak : ""}`;

/** The cell of the checkbox, which fills it so that it is easy to hit. */
export const narrowSelect = "absolute inset-y-0 left-0 flex w-11 *:size-full";

export function narrowCell<Row>(column: Column<Row>, index: number, { shape, isDense }: NarrowLook) {
  const place = placeOf(column, index);
  const [first, second] =
    shape === "one line"
      ? ["h-full", ""]
      : isDense
        ? ["h-[26px] pt-1", "h-[22px] pb-0.5"]
        : ["h-[30px] pt-1.5", "h-[26px] pb-1.5"];
  if (place === "name") return `min-w-0 flex-1 font-medium ${first}`;
  if (place === "status") return `max-w-3/5 ${first}`;
  // Empty cells have no height, because they can end up in the line of the line break, which must have no height.
  return `max-w-full min-w-0 text-meta text-muted empty:-ml-3 empty:h-0 empty:w-0 empty:p-0 ${second} ${detailOrder}`;
}

interface NarrowLook {
  shape: RowShape;
  isDense: boolean;
}

/** A group has one line: its name, then the values that fit. */
export const narrowGroupCell = (index: number) =>
  index === 0 ? "h-full min-w-0 grow basis-3/5" : "h-full max-w-2/5 text-meta empty:-ml-3";

/**
 * The header has one line: the titles of the first line, and the one of the sorted or focused column. The other titles
 * are clipped; the display options sort by them.
 */
export function narrowTitle<Row>(column: Column<Row>, index: number, isSorted: boolean) {
  const place = placeOf(column, index);
  if (place === "name") return "h-full min-w-0 flex-1";
  return `h-full max-w-2/5 ${place === "status" || isSorted ? "" : "order-2 [&:is(:focus-visible)]:order-0"}`;
}
export const narrowHeader = `relative flex flex-wrap overflow-clip content-start gap-x-3 pr-3 ${lineBreak}`;
