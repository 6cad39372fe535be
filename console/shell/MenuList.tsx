import { Link, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { AnyIcon } from "#console/widgets/AnyIcon.tsx";
import { Icon, isIconName } from "#console/widgets/Icon.tsx";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import type { MenuEntry } from "./area.ts";
import { isInside } from "./menu.ts";
import { useMenu } from "./use-menu.ts";

interface MenuListProps {
  isCollapsed: boolean;
}

/** The entries themselves, in the sidebar and in the menu of small screens. */
export function MenuList({ isCollapsed }: MenuListProps) {
  const { main, settings } = useMenu();
  return (
    <nav aria-label="Main" className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto p-2">
      <ul className="flex flex-col gap-0.5">
        {main.map((entry) => (
          <li key={entry.href}>
            <EntryLink entry={entry} isCollapsed={isCollapsed} />
          </li>
        ))}
        {settings.length > 0 && (
          <li>{isCollapsed ? <SettingsFlyout entries={settings} /> : <SettingsGroup entries={settings} />}</li>
        )}
      </ul>
    </nav>
  );
}

const row =
  "flex h-8 w-full items-center gap-2.5 rounded-md px-3 font-medium text-muted transition-colors hover:bg-hover hover:text-text";
const current = "aria-[current]:bg-selected aria-[current]:text-text";

function EntryLink({ entry, isCollapsed = false }: { entry: MenuEntry; isCollapsed?: boolean }) {
  const isCurrent = useIsInside(entry.href);
  return (
    <Link
      to={entry.href}
      aria-current={isCurrent ? "page" : undefined}
      aria-label={isCollapsed ? entry.name : undefined}
      title={isCollapsed ? entry.name : undefined}
      className={`${row} ${current}`}
    >
      <AnyIcon name={entry.icon} fallback="workflow" />
      {!isCollapsed && <span className="truncate">{entry.name}</span>}
    </Link>
  );
}

function SettingsGroup({ entries }: { entries: readonly MenuEntry[] }) {
  const isHere = useIsInside("/settings");
  // Open where one is; a person's own opening or closing counts until the page is another one.
  const [chosen, setChosen] = useState<{ isHere: boolean; isOpen: boolean }>();
  const isOpen = chosen?.isHere === isHere ? chosen.isOpen : isHere;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="settings-entries"
        onClick={() => setChosen({ isHere, isOpen: !isOpen })}
        className={row}
      >
        <Icon name="settings" />
        <span className="flex-1 text-left">Settings</span>
        <Icon name="chevron-right" size={14} className={`transition-transform ${isOpen ? "rotate-90" : ""}`} />
      </button>
      <ul
        id="settings-entries"
        hidden={!isOpen}
        className="mt-0.5 ml-5 flex flex-col gap-0.5 border-l border-line pl-2 [&[hidden]]:hidden"
      >
        {entries.map((entry) => (
          <li key={entry.href}>
            <EntryLink entry={entry} />
          </li>
        ))}
      </ul>
    </>
  );
}

function SettingsFlyout({ entries }: { entries: readonly MenuEntry[] }) {
  const path = useLocation({ select: (location) => location.pathname });
  const isHere = isInside(path, "/settings");
  return (
    <Menu
      label="Settings"
      side="right"
      align="start"
      className={`${row} ${isHere ? "bg-selected text-text" : ""}`}
      items={[
        { type: "heading", label: "Settings" },
        ...entries.map(({ name, icon, href }) => ({
          type: "link" as const,
          label: name,
          ...(isIconName(icon) && { icon }),
          href,
          isCurrent: isInside(path, href),
        })),
      ]}
    >
      <Icon name="settings" />
    </Menu>
  );
}

const useIsInside = (href: string) => useLocation({ select: ({ pathname }) => isInside(pathname, href) });
