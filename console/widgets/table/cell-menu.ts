// The cell menu: one for the whole table, opened at the current cell.
import { later } from "../later.ts";

export const useCellMenu = later("The menu", async () => (await import("./OpenedCellMenu.tsx")).OpenedCellMenu);
