// Computes the menu entries and the start page of a person from the registry and their access. Pure functions.
import { type Access, isOpen } from "#console/access/access.ts";
import { type MenuEntry, type PageOf, type SettingsEntry, type SettingsGroup, settingsGroups } from "./area.ts";

export interface Menu {
  main: readonly MenuEntry[];
  /** In the order of the groups, and by name within each group. */
  settings: readonly SettingsEntry[];
}

/** `found` contains the entries that are known only at run time, such as one per view. They follow the pages. */
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
    // Viewers have no settings menu.
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
 * Groups the settings under headings and leaves out empty groups. `query` keeps the entries whose name or group title
 * contains each of its words.
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

/**
 * Preferred start pages, best first: the overviews, or the lists of canaries and topologies if no overview is
 * available.
 */
const homes = ["/topology", "/health", "/settings/canaries", "/settings/topologies"];

/**
 * Returns the preferred start page that the person may read, otherwise the first page of the menu; undefined if the
 * menu is empty.
 */
export function homeOf(menu: Menu): string | undefined {
  const hrefs = [...menu.main, ...menu.settings].map(({ href }) => href);
  return homes.find((home) => hrefs.includes(home)) ?? hrefs[0];
}

/** Whether a path belongs to a page whose path has parameters, such as /views/$id. */
export function isPathOf(path: string, pagePath: string): boolean {
  const [parts, expected] = [path.split("/"), pagePath.split("/")];
  return (
    parts.length === expected.length &&
    expected.every((part, index) => (part.startsWith("$") ? parts[index] !== "" : part === parts[index]))
  );
}

export const isInside = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

/** Links to the documentation. They open in a new tab, from the help menu and from the palette. */
export const docsLinks = [{ label: "API reference", href: "/api/docs" }] as const;
