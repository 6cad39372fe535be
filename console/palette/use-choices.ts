import { useMemo } from "react";
import { isOpen, useAccess, useActor } from "#console/access/access.ts";
import { signOut } from "#console/access/sign-out.ts";
import { usePreference } from "#console/preference.ts";
import type { FoundThing, MenuEntry } from "#console/shell/area.ts";
import { docsLinks } from "#console/shell/menu.ts";
import { type Registry, useRegistry } from "#console/shell/registry.ts";
import { sidebarCollapsed, useShell } from "#console/shell/shell-state.ts";
import { useSlot } from "#console/shell/Slot.tsx";
import { useMenu } from "#console/shell/use-menu.ts";
import { theme, themeChoices } from "#console/theme/theme.ts";
import { copyText } from "#console/widgets/copy-or-save.ts";
import { toast } from "#console/widgets/toast/toast.ts";
import { useMedia } from "#console/widgets/use-media.ts";
import { type Choice, distinguished, isChoosable, matching } from "./choice.ts";
import { usePageActions } from "./page-actions.ts";
import { recent, recentOf } from "./recent.ts";
import { type Found, useFound } from "./use-found.ts";

/** A choice; `thing` is set if the choice is a search result. */
export interface PaletteChoice extends Choice {
  thing?: FoundThing;
}

export interface PaletteGroup {
  title: string;
  choices: readonly PaletteChoice[];
}

/** The choices for a search text: pages and actions are listed immediately, items when they are found. */
export function useChoices(text: string): { groups: readonly PaletteGroup[]; found: Found } {
  const { main, settings, pages } = usePages();
  const actions = useActions();
  const found = useFound(text);
  const registry = useRegistry();
  const { user } = useActor();
  const remembered = recentOf(usePreference(recent), user.id);
  const groups = useMemo(() => {
    const known = new Map([...pages, ...actions].map((choice) => [choice.key, choice]));
    const last = remembered.flatMap(({ key, thing }): PaletteChoice | [] =>
      thing ? thingChoice(thing, registry) : (known.get(key) ?? []),
    );
    const isSearch = text.trim() !== "";
    const recentChoices = isSearch ? [] : last.filter(isChoosable);
    const isNew = ({ key }: Choice) => !recentChoices.some((choice) => choice.key === key);
    return [
      { title: "Recent", choices: recentChoices },
      { title: "Pages", choices: matching(isSearch ? pages : main, text).filter(isNew) },
      { title: "Actions", choices: matching(actions, text).filter(isNew) },
      // Without a search text, the many settings pages come after the actions.
      { title: "Settings", choices: isSearch ? [] : settings.filter(isNew) },
      ...found.groups.map(({ title, things }) => ({
        title,
        choices: distinguished(things.map((thing) => thingChoice(thing, registry))),
      })),
    ].filter(({ choices }) => choices.length > 0);
  }, [main, settings, pages, actions, found.groups, remembered, registry, text]);
  return { groups, found };
}

/** The pages of the menu; `pages` are all pages, with the group of the settings pages as detail. */
function usePages(): Record<"main" | "settings" | "pages", readonly Choice[]> {
  const menu = useMenu();
  return useMemo(() => {
    const main = menu.main.map((entry) => pageChoice(entry));
    const found = menu.settings.map((entry) => pageChoice(entry, "Settings"));
    return { main, settings: menu.settings.map((entry) => pageChoice(entry)), pages: [...main, ...found] };
  }, [menu]);
}

const pageChoice = ({ name, icon, href, jump }: MenuEntry, detail?: string): Choice => ({
  key: `page ${href}`,
  label: name,
  icon,
  href,
  ...(detail && { detail }),
  ...(jump && { keys: `g ${jump}` }),
});

/** The choice can be chosen if an area has a page for items of its kind. */
function thingChoice(thing: FoundThing, { resources }: Registry): PaletteChoice {
  const { kind, id, name, icon, detail, health } = thing;
  const owner = resources.get(kind);
  return {
    key: `thing ${kind} ${id}`,
    label: name,
    icon,
    detail,
    health,
    thing,
    ...(owner && { href: owner.href(id) }),
  };
}

const themeIcons = { light: "sun", dark: "moon", system: "monitor" } as const;

function useActions(): readonly Choice[] {
  const shell = useShell();
  const chosenTheme = usePreference(theme);
  const isCollapsed = usePreference(sidebarCollapsed);
  // Narrow screens have no sidebar, and phones no keyboard.
  const isWide = useMedia("(width >= 50rem)");
  const entries = useSlot("user.menu");
  const access = useAccess();
  const { actions } = useRegistry();
  const pageActions = usePageActions();
  return [
    ...pageActions.map(({ label, icon, run }): Choice => ({ key: `page action ${label}`, label, icon, run })),
    ...actions
      .filter((action) => isOpen(action, access))
      .map(({ title, icon, href }): Choice => ({ key: `action ${href}`, label: title, icon, href })),
    ...entries.map((entry): Choice => ({
      key: `action ${entry.title}`,
      label: entry.title,
      icon: entry.icon ?? "file",
      ...(entry.href === undefined ? { run: () => shell.show(entry) } : { href: entry.href }),
    })),
    ...themeChoices
      .filter((choice) => choice !== chosenTheme)
      .map((choice) => ({
        key: `action theme ${choice}`,
        label: `Use the ${choice} theme`,
        icon: themeIcons[choice],
        run: () => theme.set(choice),
      })),
    ...(isWide
      ? [
          {
            key: "action sidebar",
            label: isCollapsed ? "Expand sidebar" : "Collapse sidebar",
            icon: isCollapsed ? "panel-left-open" : "panel-left-close",
            run: () => sidebarCollapsed.set(!isCollapsed),
          },
          {
            key: "action keys",
            label: "Keyboard shortcuts",
            icon: "keyboard",
            keys: "?",
            run: () => shell.open("help"),
          },
        ]
      : []),
    { key: "action copy", label: "Copy link to this page", icon: "link", run: () => void copyLink() },
    ...docsLinks.map(({ label, href }) => ({
      key: `action ${href}`,
      label,
      icon: "book-open",
      href,
      isOutside: true,
    })),
    { key: "action sign-out", label: "Sign out", icon: "log-out", run: () => void signOut() },
  ];
}

async function copyLink() {
  if (await copyText(location.href)) toast.success("Copied the link to this page");
}
