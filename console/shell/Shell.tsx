import { useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Palette } from "#console/palette/Palette.tsx";
import { ShortcutHelp } from "#console/shortcuts/ShortcutHelp.tsx";
import { HostNotice } from "./HostNotice.tsx";
import { keepLive } from "./live-state.ts";
import { MenuDrawer } from "./MenuDrawer.tsx";
import { OutageNotice } from "./OutageNotice.tsx";
import { PreferencesDialog } from "./PreferencesMenu.tsx";
import { SessionGate } from "./SessionGate.tsx";
import { type Overlay, ShellContext, type ShellState } from "./shell-state.ts";
import { Sidebar } from "./Sidebar.tsx";
import { SlotContent } from "./Slot.tsx";
import { useShellShortcuts } from "./use-shell-shortcuts.ts";

/** The frame around every page that requires a session. */
export function Shell() {
  return (
    <SessionGate>
      <Frame />
    </SessionGate>
  );
}

function Frame() {
  const cache = useQueryClient();
  const [overlay, setOverlay] = useState<Overlay>();
  const [shown, setShown] = useState<Parameters<ShellState["show"]>[0]>();
  const close = useCallback(() => setOverlay(undefined), []);
  const shell = useMemo<ShellState>(() => ({ open: setOverlay, show: setShown }), []);
  useEffect(() => keepLive(cache), [cache]);
  useShellShortcuts(shell);

  return (
    <ShellContext value={shell}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent not-focus:sr-only"
      >
        Skip to content
      </a>
      <div className="flex h-full print:block print:h-auto">
        <Sidebar />
        <MenuDrawer isOpen={overlay === "menu"} close={close} />
        <PreferencesDialog isOpen={overlay === "preferences"} close={close} />
        <div className="flex min-w-0 flex-1 flex-col print:block">
          <OutageNotice />
          <HostNotice />
          <Outlet />
        </div>
      </div>
      <Palette isOpen={overlay === "palette"} onClose={close} />
      <ShortcutHelp isOpen={overlay === "help"} onClose={close} />
      {shown && <SlotContent entry={shown} of={{ close: () => setShown(undefined) }} />}
    </ShellContext>
  );
}
