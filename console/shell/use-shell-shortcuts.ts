import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { hearKeys, type Shortcut, useShortcuts } from "#console/shortcuts/shortcuts.ts";
import type { ShellState } from "./shell-state.ts";
import { useMenu } from "./use-menu.ts";

/** The shortcuts that work on every page: the palette, the help, the page's search, and the pages of the menu. */
export function useShellShortcuts(shell: ShellState) {
  const { main, settings } = useMenu();
  const navigate = useNavigate();
  const list = useMemo<readonly Shortcut[]>(
    () => [
      { keys: "mod+k", label: "Search everything", group: "Anywhere", run: () => shell.open("palette") },
      {
        keys: "/",
        label: "Search on this page",
        group: "Anywhere",
        run: () => {
          if (!focusSearch()) shell.open("palette");
        },
      },
      { keys: "?", label: "Show keyboard shortcuts", group: "Anywhere", run: () => shell.open("help") },
      ...[...main, ...settings].flatMap(({ name, href, jump }) =>
        jump === undefined
          ? []
          : { keys: `g ${jump}`, label: name, group: "Go to", run: () => void navigate({ href }) },
      ),
    ],
    [shell, main, settings, navigate],
  );
  useShortcuts(list);
  useEffect(() => hearKeys(), []);
}

/** Focuses the search box of the page. Returns false if the page has no search box; the palette opens instead. */
function focusSearch(): boolean {
  const box = [...document.querySelectorAll<HTMLInputElement>("main [role=searchbox], main input[type=search]")].find(
    (found) => found.checkVisibility(),
  );
  box?.focus();
  box?.select();
  return box !== undefined;
}
