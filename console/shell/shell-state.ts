// What the parts of the shell share: whether the sidebar is narrow, and the menu of small screens.
import { createContext, use } from "react";
import { preference } from "#console/preference.ts";

export const sidebarCollapsed = preference("sidebarCollapsed", (stored) => stored === "true");

/** Below this width the sidebar gives way: a press beside it makes it narrow. */
export const NARROW_BELOW_PX = 1024;

export interface ShellState {
  openMenu(): void;
}

export const ShellContext = createContext<ShellState | undefined>(undefined);

export function useShell(): ShellState {
  const shell = use(ShellContext);
  if (!shell) throw new Error("useShell needs a Shell above it");
  return shell;
}
