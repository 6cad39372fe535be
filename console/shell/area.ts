// What an area tells the console about itself. A page states itself once, and router, menu, guard and title read that.
import type { UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Guarded } from "#console/access/access.ts";
import type { IconName } from "#console/widgets/Icon.tsx";
import type { Property } from "#language/features.ts";

export type FunctionComponent<Props> = (props: Props) => ReactNode;

/** A file with exactly one component, imported when it is first shown. */
export type Loader<Props = object> = () => Promise<Record<string, FunctionComponent<Props>>>;

export interface PageOf extends Guarded {
  /** With `$name` where a parameter stands. */
  path: string;
  title: string;
  load: Loader;
  icon?: IconName;
  menu?: MenuGroup;
  /** The menu entry's name where it differs from the title. */
  menuName?: string;
  /** Where it stands in the main menu, smallest first; the settings are sorted by name. */
  order?: number;
  /** Drawn without the shell and open to everyone: the sign-in screens. */
  isBare?: true;
}

export type MenuGroup = "main" | "settings";

export interface MenuEntry extends Guarded {
  name: string;
  icon: IconName;
  href: string;
}

/** What is shown in a place that does not know who fills it. */
export interface SlotEntry<Props = object> extends Guarded {
  title: string;
  icon?: IconName;
  /** Leads to a page, or shows a component. */
  href?: string;
  load?: Loader<Props>;
}

export interface ResourceKind {
  icon: IconName;
  href(id: string): string;
  /** What is shown of a thing while the pointer rests on its link; loaded and asked for only then. */
  card?: Loader<{ id: string }>;
}

/** The places that areas may fill. Each page that offers one adds its name here, with what it hands over. */
export interface Slots {
  /** Beside the user menu in the page's header: the bell. */
  "header.actions": object;
  /** In the user menu, above the version line. A component is shown when the entry is chosen. */
  "user.menu": { close: () => void };
  /** Beside the spec on the page of a resource under /settings, as a tab. */
  "resource.tabs": { id: string; kind: string };
}
export type SlotName = keyof Slots;

export interface ConsoleArea {
  name: string;
  pages?: readonly PageOf[];
  /** The kinds of resource this area has a page for. */
  resources?: Readonly<Record<string, ResourceKind>>;
  slots?: { readonly [Name in SlotName]?: readonly SlotEntry<Slots[Name]>[] };
  /** Entries for the main menu that are known only at run time. */
  menu?: () => UseQueryOptions<readonly MenuEntry[]>;
  /** The properties that switch features off. At most one area knows them; without one, every feature is on. */
  properties?: () => UseQueryOptions<readonly Property[]>;
}
