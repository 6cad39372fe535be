// Keyboard navigation of a table. One cell has the focus; the header counts as a row above the first row.

export interface Position {
  /** -1 is the header. */
  row: number;
  column: number;
}

export interface Extent {
  rows: number;
  columns: number;
  /** The number of rows in view. */
  page: number;
}

export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Undefined if the key does not move the focus. */
export function moveBy(
  { row, column }: Position,
  { key, ctrlKey, metaKey }: Pressed,
  extent: Extent,
): Position | undefined {
  const isFar = ctrlKey || metaKey;
  const [lastRow, lastColumn] = [extent.rows - 1, extent.columns - 1];
  const to = (nextRow: number, nextColumn: number): Position => ({
    row: Math.min(lastRow, Math.max(-1, nextRow)),
    column: Math.min(lastColumn, Math.max(0, nextColumn)),
  });
  switch (key) {
    case "ArrowUp":
      return to(isFar ? 0 : row - 1, column);
    case "ArrowDown":
      return to(isFar ? lastRow : row + 1, column);
    case "ArrowLeft":
      return to(row, isFar ? 0 : column - 1);
    case "ArrowRight":
      return to(row, isFar ? lastColumn : column + 1);
    case "PageUp":
      return to(Math.max(0, row - extent.page), column);
    case "PageDown":
      return to(row + extent.page, column);
    case "Home":
      return to(isFar ? 0 : row, 0);
    case "End":
      return to(isFar ? lastRow : row, lastColumn);
    default:
      return undefined;
  }
}
