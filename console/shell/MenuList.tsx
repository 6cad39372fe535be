import { MenuLink } from "./MenuLink.tsx";
import { SettingsFlyout } from "./SettingsFlyout.tsx";
import { SettingsMenu } from "./SettingsMenu.tsx";
import { useMenu } from "./use-menu.ts";

interface MenuListProps {
  isCollapsed: boolean;
}

/** The menu entries, used by the sidebar and by the menu drawer of small screens. */
export function MenuList({ isCollapsed }: MenuListProps) {
  const { main, settings } = useMenu();
  return (
    <nav
      aria-label="Main"
      className="scroll-fade-below scroll-pt-20 scroll-pb-12 min-h-0 flex-1 overflow-x-hidden overflow-y-auto p-2"
    >
      <ul className="flex flex-col gap-0.5">
        {main.map((entry) => (
          <li key={entry.href}>
            <MenuLink entry={entry} isCollapsed={isCollapsed} />
          </li>
        ))}
        {settings.length > 0 && (
          <li>
            {isCollapsed ? (
              <SettingsFlyout settings={settings} />
            ) : (
              <SettingsMenu settings={settings} countAbove={main.length} />
            )}
          </li>
        )}
      </ul>
    </nav>
  );
}
