import { useLocation } from "@tanstack/react-router";
import { Icon, isIconName } from "#console/widgets/Icon.tsx";
import type { MenuItem } from "#console/widgets/menu/entries.ts";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import type { SettingsEntry } from "./area.ts";
import { isInside, sectionsOf } from "./menu.ts";
import { menuRow } from "./MenuLink.tsx";

/** The settings of a collapsed sidebar: a menu next to the icon. */
export function SettingsFlyout({ settings }: { settings: readonly SettingsEntry[] }) {
  const path = useLocation({ select: (location) => location.pathname });
  const isHere = isInside(path, "/settings");
  return (
    <Menu
      label="Settings"
      side="right"
      align="start"
      className={`h-control ${menuRow} ${isHere ? "bg-selected text-text" : ""}`}
      items={sectionsOf(settings).flatMap(({ title, entries }): MenuItem[] => [
        { type: "note", label: title },
        ...entries.map(({ name, icon, href }) => ({
          type: "link" as const,
          label: name,
          ...(isIconName(icon) && { icon }),
          href,
          isCurrent: isInside(path, href),
        })),
      ])}
    >
      <Icon name="settings" />
    </Menu>
  );
}
