import { useQuery } from "@tanstack/react-query";
import { useActor } from "#console/access/access.ts";
import { signOut } from "#console/access/sign-out.ts";
import { http } from "#console/client/http.ts";
import { usePreference } from "#console/preference.ts";
import { theme, type ThemeChoice } from "#console/theme/theme.ts";
import { Avatar } from "#console/widgets/Avatar.tsx";
import type { ChoiceOption, MenuItem } from "#console/widgets/menu/entries.ts";
import { Menu } from "#console/widgets/menu/Menu.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import { useShell } from "./shell-state.ts";
import { useSlot } from "./Slot.tsx";

const themes: readonly (ChoiceOption & { value: ThemeChoice })[] = [
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
  { value: "system", label: "System", icon: "monitor" },
];

export function UserMenu() {
  const { user } = useActor();
  const chosenTheme = usePreference(theme);
  const about = useQuery(aboutQuery);
  const entries = useSlot("user.menu");
  const shell = useShell();
  // On a small screen the preferences are in this menu, since the header has no button for them.
  const isSmall = useMedia("(width < 50rem)");
  const preferences: MenuItem = {
    type: "action",
    label: "Preferences",
    icon: "sliders-horizontal",
    run: () => shell.open("preferences"),
  };
  const own = entries.map((entry): MenuItem => {
    const face = { label: entry.title, ...(entry.icon && { icon: entry.icon }) };
    return entry.href === undefined
      ? { type: "action", run: () => shell.show(entry), ...face }
      : { type: "link", href: entry.href, ...face };
  });

  const items: MenuItem[] = [
    { type: "heading", label: `Hi ${user.name}`, ...(user.email && { detail: user.email }) },
    { type: "separator" },
    ...own,
    ...(isSmall ? [preferences] : []),
    ...(own.length > 0 || isSmall ? [{ type: "separator" } as const] : []),
    {
      type: "choice",
      label: "Theme",
      value: chosenTheme,
      options: themes,
      choose: (value) => theme.set(themes.find((option) => option.value === value)?.value ?? "system"),
    },
    { type: "separator" },
    { type: "action", label: "Sign out", icon: "log-out", run: () => void signOut() },
    { type: "separator" },
    { type: "note", label: `Frontend ${import.meta.env.VERSION}, Backend ${about.data?.backend ?? "NA"}` },
  ];
  return (
    <Menu
      label="User menu"
      items={items}
      className="flex shell:ml-1 size-control items-center justify-center rounded-full hover:bg-hover"
    >
      <Avatar name={user.name} image={user.avatar} size="sm" />
    </Menu>
  );
}

const aboutQuery = {
  queryKey: ["about"],
  queryFn: ({ signal }: { signal: AbortSignal }) => http<{ backend?: string }>("GET", "/api/about", { signal }),
};
