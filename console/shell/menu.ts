// Which entries the menu has for this person, and where home is. Pure: registry and access in, entries out.
import { type Access, isOpen } from "#console/access/access.ts";
import { type MenuEntry, type PageOf, type SettingsEntry, type SettingsGroup, settingsGroups } from "./area.ts";

export interface Menu {
  main: readonly MenuEntry[];
  /** Group by group, each sorted by name. */
  settings: readonly SettingsEntry[];
}

/** `found` are the entries that areas know only at run time, such as one per view; they follow the pages. */
export function menuOf(pages: readonly PageOf[], access: Access, found: readonly MenuEntry[] = []): Menu {
  const open = pages.filter((page) => isOpen(page, access));
  return {
    main: [
      ...open
        .filter((page) => page.menu === "main")
        .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
        .map(entryOf),
      ...found.filter((entry) => isOpen(entry, access)),
    ],
    // Viewers have nothing to set.
    settings: access.actor.isViewer
      ? []
      : settingsGroups.flatMap((group) =>
          open
            .filter((page) => page.menu === group)
            .map((page) => ({ ...entryOf(page), group }))
            .sort((a, b) => a.name.localeCompare(b.name, "en", { sensitivity: "base" })),
        ),
  };
}

export interface SettingsSection {
  group: SettingsGroup;
  title: string;
  entries: readonly SettingsEntry[];
}

const groupTitles: Readonly<Record<SettingsGroup, string>> = {
  access: "Access",
  sources: "Sources",
  automation: "Automation",
  system: "System",
};

/**
 * The settings under their headings, without groups that have no entry. `query` keeps the entries that contain each of its
 * words in their own name or in the title of their group.
 */
export function sectionsOf(settings: readonly SettingsEntry[], query = ""): readonly SettingsSection[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isWanted = ({ name, group }: SettingsEntry) => {
    const text = `${name} ${groupTitles[group]}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return settingsGroups
    .map((group) => ({
      group,
      title: groupTitles[group],
      entries: settings.filter((entry) => entry.group === group && isWanted(entry)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

const entryOf = ({ path, title, icon, menuName, jump, feature, needs }: PageOf): MenuEntry => ({
  name: menuName ?? title,
  icon: icon ?? "file",
  href: path,
  ...(jump && { jump }),
  ...(feature && { feature }),
  ...(needs && { needs }),
});

/** Where one looks first, the best first: how everything is, and before there is such a page, what is watched. */
const homes = ["/topology", "/health", "/settings/canaries", "/settings/topologies"];

/** The best of those that the person may read, else the first page of the menu; undefined when there is none. */
export function homeOf(menu: Menu): string | undefined {
  const hrefs = [...menu.main, ...menu.settings].map(({ href }) => href);
  return homes.find((home) => hrefs.includes(home)) ?? hrefs[0];
}

export const isInside = (path: string, href: string) => path === href || path.startsWith(`${href}/`);
