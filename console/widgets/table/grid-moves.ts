// Where a key leads in a table. One cell at a time has the focus; the header is the row above the first.

export interface Place {
  /** Minus one is the header. */
  row: number;
  column: number;
}

export interface Extent {
  rows: number;
  columns: number;
  /** Rows that are in view at once. */
  page: number;
}

export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Undefined when the key does not move. */
export function moveBy({ row, column }: Place, { key, ctrlKey, metaKey }: Pressed, extent: Extent): Place | undefined {
  const isFar = ctrlKey || metaKey;
  const [lastRow, lastColumn] = [extent.rows - 1, extent.columns - 1];
  const to = (nextRow: number, nextColumn: number): Place => ({
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
