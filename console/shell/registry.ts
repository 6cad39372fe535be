// Combines all areas: the pages, kinds and slot entries that exist in this build. The shell uses this registry, so it
// never links to something that does not exist.
import { createContext, use } from "react";
import { isOpen, useAccess } from "#console/access/access.ts";
import type {
  ConsoleArea,
  Finder,
  MenuSource,
  PageOf,
  PaletteAction,
  ResourceKind,
  SlotEntry,
  SlotName,
  Slots,
} from "./area.ts";
import type { FunctionComponent } from "#console/widgets/lazy-part.tsx";

export interface Registry {
  pages: readonly PageOf[];
  /** Returns the page with exactly this path. */
  page(path: string): PageOf | undefined;
  resources: ReadonlyMap<string, ResourceKind>;
  slot<Name extends SlotName>(name: Name): readonly SlotEntry<Slots[Name]>[];
  menus: readonly MenuSource[];
  finders: readonly (() => Promise<Finder>)[];
  actions: readonly PaletteAction[];
  properties: ConsoleArea["properties"];
}

export function registryOf(areas: readonly ConsoleArea[]): Registry {
  const pages = areas.flatMap((area) => area.pages ?? []);
  const resources = areas.flatMap((area) => Object.entries(area.resources ?? {}));
  refuseTwice(
    "path",
    pages.flatMap(({ path, aliases = [] }) => [path, ...aliases]),
  );
  refuseTwice(
    "shortcut letter",
    pages.flatMap(({ jump = [] }) => jump),
  );
  refuseTwice(
    "resource kind",
    resources.map(([kind]) => kind),
  );
  const properties = areas.flatMap((area) => area.properties ?? []);
  if (properties.length > 1) throw new Error("Two areas of the console define properties");

  return {
    pages,
    page: (path) => pages.find((page) => page.path === path),
    resources: new Map(resources),
    slot: (name) => areas.flatMap((area) => area.slots?.[name] ?? []),
    menus: areas.flatMap((area) => area.menu ?? []),
    finders: areas.flatMap((area) => area.finder ?? []),
    actions: areas.flatMap((area) => area.actions ?? []),
    properties: properties[0],
  };
}

function refuseTwice(what: string, names: readonly string[]) {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two areas of the console define the ${what} ${twice}`);
}

/** Returns the only component of a lazily loaded module. */
export function onlyComponent<Props>(module: Record<string, FunctionComponent<Props>>): FunctionComponent<Props> {
  const [component, ...others] = Object.values(module);
  if (!component || others.length > 0) {
    throw new Error(
      `A lazily loaded file must export exactly one component; this one exports ${Object.keys(module).join(", ")}`,
    );
  }
  return component;
}

export const RegistryContext = createContext<Registry | undefined>(undefined);

export function useRegistry(): Registry {
  const registry = use(RegistryContext);
  if (!registry) throw new Error("useRegistry needs a RegistryContext above it");
  return registry;
}

/** Whether a page exists and this person may open it, for components that link to it. */
export function useHasPage(path: string): boolean {
  const page = useRegistry().page(path);
  const access = useAccess();
  return page !== undefined && isOpen(page, access);
}
