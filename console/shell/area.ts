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
  /** Parameters are written as `$name`. */
  path: string;
  title: string;
  load: Loader;
  /** Default: list. */
  shape?: PageShape;
  icon?: IconName;
  menu?: MenuGroup;
  /** The name of the menu entry, if it differs from the title. */
  menuName?: string;
  /** The position in the main menu, smallest first; each group of the settings is sorted by name. */
  order?: number;
  /** The letter that opens the page after `g`, for pages in the menu. */
  jump?: string;
  /** Former paths, which redirect to this page. */
  aliases?: readonly string[];
  /** Rendered without waiting for the feature flags, so the page must not depend on them. */
  beforeFlags?: true;
  /** Rendered without the shell, and open to everyone. */
  isBare?: true;
}

/** The groups of the settings menu in display order. */
export const settingsGroups = ["access", "sources", "automation", "system"] as const;
export type SettingsGroup = (typeof settingsGroups)[number];

/** The main menu, or one of the groups under Settings. */
export type MenuGroup = "main" | SettingsGroup;

export interface MenuEntry extends Guarded {
  name: string;
  /** The name of an interface icon or of a technology. */
  icon: string;
  href: string;
  jump?: string;
}

export interface SettingsEntry extends MenuEntry {
  group: SettingsGroup;
}

/** Entries for the main menu that are known only at run time, such as one per view. */
export interface MenuSource {
  /**
   * The path of the page that the entries link to. If the page does not exist or the person is not allowed to open it,
   * the entries are not requested.
   */
  page: string;
  entries: () => UseQueryOptions<readonly MenuEntry[]>;
}

/** A slot entry, which every area can contribute. */
export interface SlotEntry<Props = object> extends Guarded {
  title: string;
  icon?: IconName;
  /** The entry either links to a page (`href`) or shows a component (`load`). */
  href?: string;
  /** Like `href`, for a page about the slot's resource. */
  hrefOf?: (of: Props) => string;
  load?: Loader<Props>;
  /** Whether the entry applies to the resource that the slot is about. Default: it always applies. */
  fits?: (of: Props) => boolean;
  /** For a tab: whether the server does not count its rows. */
  isUncounted?: true;
  /** For a tab with rows: shown instead of their number. */
  badge?: Loader<Props>;
  /**
   * For a tab: one tab for each found part instead of a single one, such as the views of a catalog item. The component
   * receives the part.
   */
  partsOf?: (of: Props) => UseQueryOptions<readonly TabPart[]>;
  /** A query for entries that depend on the configuration: the entry is shown once the query returns true. */
  when?: () => UseQueryOptions<boolean>;
}

/** A tab that is known only at run time, at /catalog/{id}/{title of the entry}/{part}. */
export interface TabPart {
  part: string;
  title: string;
}

export interface ResourceKind {
  icon: IconName;
  href(id: string): string;
  /** The card that is shown while the pointer rests on a link. Its code and data are loaded only then. */
  card?: Loader<{ id: string }>;
}

/** A search result of the palette. */
export interface FoundThing {
  /** A key of `resources`. If no area owns the kind, the result has no page. */
  kind: string;
  id: string;
  name: string;
  /** The name of a technology or of a type. */
  icon: string;
  /** Distinguishes the result from other results with the same name. */
  detail: string;
  health?: string;
}

export interface FoundGroup {
  title: string;
  /** Groups with a higher rank come later. Default: 0. */
  rank?: number;
  things: readonly FoundThing[];
}

/**
 * Searches for the text typed in the palette, within the person's permissions. Throws an Unreadable for text that it
 * cannot parse.
 */
export type Finder = (text: string, signal: AbortSignal, access: Access) => Promise<readonly FoundGroup[]>;

/** An action that the palette offers on every page; `href` opens its form. */
export interface PaletteAction extends Guarded {
  title: string;
  icon: IconName;
  href: string;
}

/** The catalog item that the page passes to slot entries. */
interface ConfigOf {
  id: string;
  name: string;
  type: string;
}

/** The component that the page passes to slot entries. */
interface ComponentOf {
  id: string;
  name: string;
}

/** The lines that a person has selected in the document of a catalog item. */
interface SelectedConfigLines extends ConfigOf {
  /** Counted from 0. */
  selected: ReadonlySet<number>;
  /** Returns the whole document as it is shown. */
  print: () => Promise<string>;
}

/** The log lines that a person has selected, in chronological order. */
interface SelectedLines {
  lines: readonly {
    timestamp: string;
    message: string;
    severity?: string | undefined;
    labels: Readonly<Record<string, string>>;
  }[];
  /** The component whose logs are shown. */
  component_id: string | undefined;
  /** Ends the selection. */
  clear: () => void;
}

/**
 * The slots that areas can contribute to. Each page that has a slot adds its name here, with the props that it passes
 * to entries.
 */
export interface Slots {
  /** Next to the user menu in the page header. */
  "header.actions": object;
  /** On the bell button: the numbers of new messages, of approvals and of incidents that concern the person. */
  "header.bell": object;
  /** In the page header, before the user menu: the switch between organisations. */
  "header.organization": object;
  /** In the skeleton of the console, in place of the avatar. */
  "skeleton.account": object;
  /** Above the list of notifications, such as questions that wait for an answer, and incidents of the person. */
  "notifications.top": object;
  /** In the user menu and in the palette. A component is shown when the entry is chosen. */
  "user.menu": { close: () => void };
  /** Above the list of the event queue: warnings about the background work. */
  "event_queue.top": object;
  /** The dialogs that create an access token and show it. */
  "token.new": { isForMcp: boolean; close: () => void };
  /** In the dialog of a new access token for an MCP client, below its usage: instructions for setting up clients. */
  "token.created": { token: string; isShown: boolean };
  /** Tabs next to the spec on the page of a settings resource. */
  "resource.tabs": { id: string; kind: string };
  /** The last job of a resource, shown over the list of resources. */
  "resource.job": { id: string; kind: string; close: () => void };
  /** Tabs next to the form of a stored connection. */
  "connection.tabs": { id: string; isForMessages: boolean };
  /** Next to the actions of a check. `timeRange` is the time range that its page shows. */
  "check.actions": { id: string; name: string; timeRange: string };
  /** Tabs next to the history of a check. */
  "check.tabs": { id: string };
  /** Under the notices of a failing check: the reason for the failure. */
  "check.failing": { id: string };
  /** Tabs next to the document of a catalog item, at /catalog/{id}/{title}. */
  "config.tabs": ConfigOf & { part?: string };
  /** Next to the status of a catalog item: health information from other areas. */
  "config.status": { id: string };
  /** Under the header of a catalog item that is unhealthy or has a warning: the reason. */
  "config.unhealthy": { id: string };
  /** Actions on a catalog item, such as attaching it as evidence or running a playbook on it. */
  "config.actions": ConfigOf;
  /** Actions on the selected lines of the document of a catalog item. */
  "config_lines.actions": SelectedConfigLines;
  /** Panels at the side of a component, below the panels of the topology area: incidents, playbooks, logs. */
  "component.panels": ComponentOf;
  /** Actions on a component, such as attaching it as evidence or running a playbook on it. */
  "component.actions": ComponentOf;
  /**
   * In the menus of a component and of its card: logs, incidents. A component is shown when the entry is chosen.
   * `hasLogs`: the component has log selectors.
   */
  "component.menu": ComponentOf & { hasLogs: boolean; close: () => void };
  /** In the footer of the change dialog, such as attaching the change as evidence. */
  "config_change.actions": { id: string; config_id: string };
  /** In the footer of the insight dialog. */
  "config_analysis.actions": { id: string; config_id: string };
  /** In the report of an application: a view, with the answer that the server sent for it. */
  "application.section": { view: { namespace: string; name: string }; result: unknown };
  /** Next to the title of an incident. `end` is undefined until it is resolved or closed. */
  "incident.actions": { id: string; start: string; end: string | undefined };
  /** Actions on selected log lines, such as attaching them as evidence. */
  "log_lines.actions": SelectedLines;
}
export type SlotName = keyof Slots;

export interface ConsoleArea {
  name: string;
  pages?: readonly PageOf[];
  /** The kinds of resources that this area has a page for. */
  resources?: Readonly<Record<string, ResourceKind>>;
  slots?: { readonly [Name in SlotName]?: readonly SlotEntry<Slots[Name]>[] };
  menu?: MenuSource;
  /** Loads the palette search of the area when the palette is first opened. */
  finder?: () => Promise<Finder>;
  /** Actions that the palette offers to people with the permission. */
  actions?: readonly PaletteAction[];
  /**
   * The properties that disable features. At most one area defines them; if no area defines them, every feature is
   * enabled.
   */
  properties?: () => UseQueryOptions<readonly Property[]>;
}
