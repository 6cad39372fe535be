// The cell menu: one for the whole table, opened at the current cell.
import { later } from "../later.ts";

export interface OpenCellMenu {
  cell: HTMLElement;
  title: string;
  /** The filter of the column. */
  filter: string | undefined;
  /** The value or its parts in the filter's terms; empty if the cell cannot be filtered by. */
  items: readonly string[];
  text: string;
}

export interface CellMenuProps {
  open: OpenCellMenu | undefined;
  close: () => void;
  pick: (filter: string, item: string, state: "include" | "exclude") => void;
}

export const useCellMenu = later("The menu", async () => (await import("./OpenedCellMenu.tsx")).OpenedCellMenu);
