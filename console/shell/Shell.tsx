import { useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { keepLive } from "./live-state.ts";
import { MenuDrawer } from "./MenuDrawer.tsx";
import { SessionGate } from "./SessionGate.tsx";
import { ShellContext } from "./shell-state.ts";
import { Sidebar } from "./Sidebar.tsx";

/** The frame around every page of a signed-in person. */
export function Shell() {
  return (
    <SessionGate>
      <Frame />
    </SessionGate>
  );
}

function Frame() {
  const cache = useQueryClient();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const shell = useMemo(() => ({ openMenu: () => setMenuOpen(true) }), []);
  useEffect(() => keepLive(cache), [cache]);

  return (
    <ShellContext value={shell}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent not-focus:sr-only"
      >
        Skip to content
      </a>
      <div className="flex h-full">
        <Sidebar />
        <MenuDrawer isOpen={isMenuOpen} close={closeMenu} />
        <div className="flex min-w-0 flex-1 flex-col">
          <Outlet />
        </div>
      </div>
    </ShellContext>
  );
}
