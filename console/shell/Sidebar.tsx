import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { usePreference } from "#console/preference.ts";
import { IconButton } from "#console/widgets/IconButton.tsx";
import { Logo } from "#console/widgets/Logo.tsx";
import { MenuList } from "./MenuList.tsx";
import { NARROW_BELOW_PX, sidebarCollapsed } from "./shell-state.ts";

/** The menu at the left: wide with names, or narrow with icons only. */
export function Sidebar() {
  const isCollapsed = usePreference(sidebarCollapsed);
  const sidebar = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isCollapsed) return undefined;
    const collapse = ({ target }: PointerEvent) => {
      const isOutside = target instanceof Node && !sidebar.current?.contains(target);
      // On a phone the sidebar is hidden, and a press must not change how a wider window shows it.
      const isShown = sidebar.current?.offsetParent !== null;
      if (isOutside && isShown && innerWidth < NARROW_BELOW_PX) sidebarCollapsed.set(true);
    };
    document.addEventListener("pointerdown", collapse);
    return () => document.removeEventListener("pointerdown", collapse);
  }, [isCollapsed]);

  return (
    <aside
      ref={sidebar}
      aria-label="Sidebar"
      className={`hidden shrink-0 flex-col border-r border-line bg-sidebar transition-[width] duration-150 shell:flex print:hidden ${isCollapsed ? "w-14" : "w-56"}`}
    >
      <HomeLink isCollapsed={isCollapsed} />
      <MenuList isCollapsed={isCollapsed} />
      <div className={`flex p-2 ${isCollapsed ? "justify-center" : "justify-end"}`}>
        <IconButton
          icon={isCollapsed ? "panel-left-open" : "panel-left-close"}
          label={isCollapsed ? "Expand sidebar" : "Collapse sidebar"}
          aria-expanded={!isCollapsed}
          onClick={() => sidebarCollapsed.set(!isCollapsed)}
        />
      </div>
    </aside>
  );
}

export function HomeLink({ isCollapsed = false }: { isCollapsed?: boolean }) {
  return (
    <Link
      to="/"
      aria-label="Quarterdeck, go to the start page"
      className="flex h-12 shrink-0 items-center gap-2.5 px-4 -outline-offset-2"
    >
      <Logo />
      {!isCollapsed && <span className="text-title font-semibold tracking-tight">Quarterdeck</span>}
    </Link>
  );
}
