// The menu of a cell: one for the whole table, opened over the cell that was asked.
import { later } from "../later.ts";

export interface OpenCellMenu {
  cell: HTMLElement;
  title: string;
  /** The filter that the column belongs to. */
  filter: string | undefined;
  /** As the filter calls it, or each part of it; empty where nothing can be filtered. */
  items: readonly string[];
  text: string;
}

export interface CellMenuProps {
  open: OpenCellMenu | undefined;
  close: () => void;
  pick: (filter: string, item: string, state: "include" | "exclude") => void;
}

export const useCellMenu = later("The menu", async () => (await import("./OpenedCellMenu.tsx")).OpenedCellMenu);
