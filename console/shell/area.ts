// The type of an area of the console. A page is declared once; router, menu, guard and title read the declaration.
import type { UseQueryOptions } from "@tanstack/react-query";
import type { Access, Guarded } from "#console/access/access.ts";
import type { IconName } from "#console/widgets/Icon.tsx";
import type { FunctionComponent } from "#console/widgets/lazy-part.tsx";
import type { Property } from "#language/features.ts";

/** The skeleton that is shown while the code of a page is loaded. */
export type PageShape = "list" | "detail" | "form" | "cards" | "graph" | "text";

/** A file with exactly one component, imported when it is first shown. */
export type Loader<Props = object> = () => Promise<Record<string, FunctionComponent<Props>>>;

export interface PageOf extends Guarded {
  /** With `$name` where a parameter stands. */
  path: string;
  title: string;
  load: Loader;
  /** Default: list. */
  shape?: PageShape;
  icon?: IconName;
  menu?: MenuGroup;
  /** The menu entry's name where it differs from the title. */
  menuName?: string;
  /** The position in the main menu, smallest first; each group of the settings is sorted by name. */
  order?: number;
  /** The letter that leads here after `g`, of a page in the menu. */
  jump?: string;
  /** Former addresses, redirected here. */
  aliases?: readonly string[];
  /** Drawn without waiting for the feature flags, so the page must not depend on them. */
  beforeFlags?: true;
  /** Drawn without the shell and open to everyone. */
  isBare?: true;
}

/** The groups of the settings menu, in the order they are shown. */
export const settingsGroups = ["access", "sources", "automation", "system"] as const;
export type SettingsGroup = (typeof settingsGroups)[number];

/** The main menu, or one of the groups under Settings. */
export type MenuGroup = "main" | SettingsGroup;

export interface MenuEntry extends Guarded {
  name: string;
  /** An icon of the interface, or the name of a technology. */
  icon: string;
  href: string;
  jump?: string;
}

export interface SettingsEntry extends MenuEntry {
  group: SettingsGroup;
}

/** Entries for the main menu that are known only at run time, such as one per view. */
export interface MenuSource {
  /** The path of the page that they lead to. Without that page, or without the right to it, they are not requested. */
  page: string;
  entries: () => UseQueryOptions<readonly MenuEntry[]>;
}

/** An entry of a slot, contributed by any area. */
export interface SlotEntry<Props = object> extends Guarded {
  title: string;
  icon?: IconName;
  /** Leads to a page, or shows a component. */
  href?: string;
  load?: Loader<Props>;
  /** For what belongs to some of the things that the place is about. */
  fits?: (of: Props) => boolean;
  /** For what depends on how this installation is set up: it is offered once the answer is yes. */
  when?: () => UseQueryOptions<boolean>;
}

export interface ResourceKind {
  icon: IconName;
  href(id: string): string;
  /** The card that is shown while the pointer rests on a link; its code and data are loaded only then. */
  card?: Loader<{ id: string }>;
}

/** A thing that was found by what somebody typed. */
export interface FoundThing {
  /** As in `resources`: without an owner of its kind a thing has no page. */
  kind: string;
  id: string;
  name: string;
  /** The name of a technology, or of a type. */
  icon: string;
  /** Distinguishes it from others with the same name. */
  detail: string;
  health?: string;
}

export interface FoundGroup {
  title: string;
  things: readonly FoundThing[];
}

/** Searches for the text of the palette, within the person's rights. Throws an Unreadable for a text that it cannot parse. */
export type Finder = (text: string, signal: AbortSignal, access: Access) => Promise<readonly FoundGroup[]>;

/** An action that the palette offers everywhere; its address opens the form. */
export interface PaletteAction extends Guarded {
  title: string;
  icon: IconName;
  href: string;
}

/** An item of the catalog, as its page hands it over. */
interface ConfigOf {
  id: string;
  name: string;
  type: string;
}

/** The places that areas may fill. Each page that offers one adds its name here, with what it hands over. */
export interface Slots {
  /** Beside the user menu in the page's header: the bell. */
  "header.actions": object;
  /** In the user menu and in the palette. A component is shown when the entry is chosen. */
  "user.menu": { close: () => void };
  /** In the dialog of a new access token, under how it is used: how clients are set up with it. */
  "token.created": { token: string; isShown: boolean };
  /** Beside the spec on the page of a resource under /settings, as a tab. */
  "resource.tabs": { id: string; kind: string };
  /** Over a list of resources: what ran last for one of them. */
  "resource.job": { id: string; kind: string; close: () => void };
  /** Beside the form of a stored connection, as a tab. */
  "connection.tabs": { id: string };
  /** Beside what can be done with a check: the span is the one that is shown of it. */
  "check.actions": { id: string; name: string; timeRange: string };
  /** Beside the document of an item of the catalog, as tabs at /catalog/{id}/{title}. */
  "config.tabs": ConfigOf;
  /** The actions on an item: attaching it as evidence, running a playbook on it. */
  "config.actions": ConfigOf;
  /** At the foot of the dialog of a change: attaching it as evidence. */
  "config_change.actions": { id: string; config_id: string };
  /** At the foot of the dialog of an insight. */
  "config_analysis.actions": { id: string; config_id: string };
}
export type SlotName = keyof Slots;

export interface ConsoleArea {
  name: string;
  pages?: readonly PageOf[];
  /** The kinds of resource this area has a page for. */
  resources?: Readonly<Record<string, ResourceKind>>;
  slots?: { readonly [Name in SlotName]?: readonly SlotEntry<Slots[Name]>[] };
  menu?: MenuSource;
  /** Fetched when the palette is opened for the first time. */
  finder?: () => Promise<Finder>;
  /** Offered by the palette to those who may. */
  actions?: readonly PaletteAction[];
  /** The properties that switch features off. At most one area knows them; without one, every feature is on. */
  properties?: () => UseQueryOptions<readonly Property[]>;
}
