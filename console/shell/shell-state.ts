// The state that the parts of the shell share: whether the sidebar is collapsed, and the overlay above the page.
import { createContext, use } from "react";
import { preference } from "#console/preference.ts";
import type { SlotEntry, Slots } from "./area.ts";

export const sidebarCollapsed = preference("sidebarCollapsed", (stored) => stored === "true");

/** Below this window width, a press outside of the sidebar collapses it. */
export const NARROW_BELOW_PX = 1024;

/**
 * Only one overlay is open at a time: the menu or the preferences of small screens, the palette, or the list of
 * shortcuts.
 */
export type Overlay = "menu" | "preferences" | "palette" | "help";

export interface ShellState {
  open(overlay: Overlay): void;
  /** Shows the component of the chosen entry until it closes itself. */
  show(entry: SlotEntry<Slots["user.menu"]>): void;
}

export const ShellContext = createContext<ShellState | undefined>(undefined);

export function useShell(): ShellState {
  const shell = use(ShellContext);
  if (!shell) throw new Error("useShell needs a Shell above it");
  return shell;
}
