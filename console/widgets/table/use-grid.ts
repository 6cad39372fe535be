// Focus, keyboard and pointer handling of the table. All events are handled by the table element, so that rows need no
// listeners.
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { SELECT_COLUMN } from "./BodyRow.tsx";
import { moveBy } from "./grid-moves.ts";
import type { Selection } from "./selection.ts";
import type { DrawnRows } from "./table-model.ts";

/** Scrolling methods that the table calls on its body. */
export interface RowWindow {
  /** The number of rows in view. */
  size(): number;
  scrollTo(index: number): void;
}

/** `key` is undefined for the header row. */
export interface ActiveCell {
  key: string | undefined;
  column: string;
}

interface GridOptions<Row> {
  table: RefObject<HTMLTableElement | null>;
  drawn: DrawnRows<Row>;
  /** The column ids, including the id of the checkbox column if there is a checkbox column. */
  columns: readonly string[];
  rows: RefObject<RowWindow | null>;
  sort: (column: string) => void;
  /** Undefined if rows cannot be opened. */
  open: ((row: Row, event: MouseEvent | KeyboardEvent) => void) | undefined;
  toggleGroup: (key: string, isOpen: boolean) => void;
  select: Pick<Selection, "toggle" | "toggleMany" | "toggleAll" | "clear"> | undefined;
  keyOf: (row: Row) => string;
  openMenu: (cell: HTMLElement, key: string, column: string) => void;
  /** In the header: moves a column by one position, or changes its width by one step. */
  moveColumn: (column: string, step: -1 | 1) => void;
  widenColumn: (column: string, step: -1 | 1) => void;
}

const MOVES = /^(?:Arrow|Page|Home|End)/;
const INTERACTIVE = "a, button, input, select, textarea, label, summary";

export function useGrid<Row>(options: GridOptions<Row>) {
  const { table, drawn, columns, select } = options;
  const [active, setActive] = useState<ActiveCell>();
  const wantsFocus = useRef(false);

  // The cell that Tab enters: the last focused cell, as long as it exists.
  const activeIndex = active?.key === undefined ? -1 : drawn.indexOf(active.key);
  const isThere =
    active !== undefined && columns.includes(active.column) && (active.key === undefined || activeIndex >= 0);
  const entry: ActiveCell = isThere ? active : { key: undefined, column: columns[0] ?? "" };

  useLayoutEffect(() => {
    if (!wantsFocus.current || !active) return;
    wantsFocus.current = false;
    cellAt(table.current, active)?.focus({ preventScroll: true });
  }, [table, active]);

  const go = (row: number, column: number) => {
    const next: ActiveCell = { key: row < 0 ? undefined : drawn.at(row)?.key, column: columns[column] ?? "" };
    wantsFocus.current = true;
    setActive(next);
    if (row >= 0) options.rows.current?.scrollTo(row);
    const cell = cellAt(table.current, next);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const found = placeOf(event.target);
    if (!found || (active?.key === found.key && active?.column === found.column)) return;
    setActive({ key: found.key, column: found.column });
  };

  const press = (place: Found, event: MouseEvent | KeyboardEvent) => {
    const { key, column, cell } = place;
    if (key === undefined) {
      if (column === SELECT_COLUMN) select?.toggleAll();
      else if (cell.dataset["sorts"]) options.sort(column);
      return;
    }
    const row = drawn.at(drawn.indexOf(key));
    if (!row) return;
    if (row.group && select && column === SELECT_COLUMN) select.toggleMany(row.group.rows.map(options.keyOf));
    else if (row.group) options.toggleGroup(key, !row.group.isOpen);
    else if (column === SELECT_COLUMN) select?.toggle(key, { isRange: event.shiftKey });
    else if (options.open) options.open(row.row, event);
    else if (event.type === "keydown") cell.querySelector<HTMLElement>(INTERACTIVE)?.click();
  };

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (!place || event.defaultPrevented) return;
    const inner = (event.target as HTMLElement).closest<HTMLElement>(INTERACTIVE);
    if (inner && place.cell.contains(inner)) {
      // With a modifier key the browser opens a new tab or window.
      const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (inner.dataset["open"] !== undefined && isPlain) {
        event.preventDefault();
        press(place, event);
        return;
      }
      if (inner.dataset["menu"] !== undefined && place.key !== undefined)
        options.openMenu(place.cell, place.key, place.column);
      // The checkbox of a row counts as its cell.
      if (inner.role !== "checkbox") return;
    }
    // Releasing the pointer after selecting text must not open the row.
    if (String(getSelection()) !== "" && place.key !== undefined && place.column !== SELECT_COLUMN) return;
    press(place, event);
  };

  // Shift-click selects a range of rows, not text.
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    if (event.shiftKey && placeOf(event.target)?.column === SELECT_COLUMN) event.preventDefault();
  };

  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (place?.key === undefined || place.column === SELECT_COLUMN) return;
    // Links keep the context menu of the browser.
    if ((event.target as HTMLElement).closest("a")) return;
    if (!hasMenu(place.cell)) return;
    event.preventDefault();
    options.openMenu(place.cell, place.key, place.column);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (!place || event.defaultPrevented) return;
    // Inside a cell, controls handle their own keys, except navigation keys on links and buttons; Escape returns to the
    // cell.
    if (event.target !== place.cell && !(MOVES.test(event.key) && (event.target as HTMLElement).matches("a, button"))) {
      if (event.key === "Escape") place.cell.focus();
      return;
    }
    const [at, column] = [place.key === undefined ? -1 : drawn.indexOf(place.key), columns.indexOf(place.column)];
    const row = drawn.at(at);
    const sideways = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : undefined;
    if (sideways && place.key === undefined && place.column !== SELECT_COLUMN && (event.altKey || event.shiftKey)) {
      if (event.altKey) options.moveColumn(place.column, sideways);
      else options.widenColumn(place.column, sideways);
    } else if (sideways && row?.group && row.group.isOpen === sideways < 0) {
      options.toggleGroup(row.key, !row.group.isOpen);
    } else if (event.key === "Enter") {
      press(place, event);
    } else if (event.key === " ") {
      if (row && !row.group) select?.toggle(row.key, { isRange: event.shiftKey });
      else press(place, event);
    } else if (event.key === "a" && (event.ctrlKey || event.metaKey) && select) {
      select.toggleAll();
    } else if (event.key === "Escape" && select) {
      select.clear();
    } else {
      const extent = { rows: drawn.length, columns: columns.length, page: options.rows.current?.size() ?? 1 };
      const to = moveBy({ row: at, column }, event, extent);
      if (!to) return;
      go(to.row, to.column);
    }
    event.preventDefault();
  };

  return {
    entry,
    activeIndex,
    listeners: { onFocus, onClick, onMouseDown, onContextMenu, onKeyDown },
  };
}

interface Found extends ActiveCell {
  cell: HTMLElement;
}

export const hasMenu = (cell: HTMLElement) => cell.ariaHasPopup === "menu";

export function placeOf(target: EventTarget): Found | undefined {
  const cell = (target as HTMLElement).closest<HTMLElement>("[data-col]");
  if (!cell) return undefined;
  return { cell, column: cell.dataset["col"]!, key: cell.closest<HTMLElement>("tr")?.dataset["key"] };
}

/** Falls back to the cell of a group's name, which spans several columns. */
function cellAt(table: HTMLTableElement | null, { key, column }: ActiveCell): HTMLElement | null | undefined {
  const line =
    key === undefined ? table?.tHead?.rows[0] : table?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"]`);
  return (
    line?.querySelector<HTMLElement>(`[data-col="${CSS.escape(column)}"]`) ?? line?.querySelector("[tabindex='0']")
  );
}
