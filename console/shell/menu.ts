// Which entries the menu has for this person, and where home is. Pure: registry and access in, entries out.
import { type Access, isOpen } from "#console/access/access.ts";
import type { MenuEntry, PageOf } from "./area.ts";

export interface Menu {
  main: readonly MenuEntry[];
  settings: readonly MenuEntry[];
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
      : open
          .filter((page) => page.menu === "settings")
          .map(entryOf)
          .sort((a, b) => a.name.localeCompare(b.name, "en", { sensitivity: "base" })),
  };
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
