// The order of the components: from the URL, or the user's last choice if the URL contains no order.
import { preference } from "#console/preference.ts";
import type { FilterOption } from "#console/widgets/filter/filter-set.ts";
import { propertyLabel } from "../card/property-value.ts";
import type { Topology } from "../../model.ts";

export interface SortChoice {
  /** A field of components, or `field:` and the name of a property. */
  by: string;
  order: "asc" | "desc";
}

const FIELD = "field:";

// The storage keys of earlier consoles, in which a stored property takes precedence over a stored field.
const lastField = preference("topologyCardsSortByStandard", (stored) => stored ?? "status");
const lastProperty = preference("topologyCardsSortByCustom", (stored) => stored ?? "");
const lastOrder = preference("topologyCardsSortOrder", (stored) => (stored === "asc" ? "asc" : "desc"));

export const rememberedSort = {
  get: (): SortChoice => ({ by: lastProperty.get() || lastField.get(), order: lastOrder.get() }),
  set({ by, order }: SortChoice) {
    if (by.startsWith(FIELD)) lastProperty.set(by);
    else {
      lastProperty.set("");
      lastField.set(by);
    }
    lastOrder.set(order);
  },
};

export function sortChoice(url: { sortBy: string; sortOrder: "" | "asc" | "desc" }, last: SortChoice): SortChoice {
  return { by: url.sortBy || last.by, order: url.sortOrder || last.order };
}

/** Choosing the current field again reverses the order. The worst health and the latest change come first. */
export function nextSort(current: SortChoice, by: string): SortChoice {
  if (by === current.by) return { by, order: current.order === "asc" ? "desc" : "asc" };
  return { by, order: by === "status" || by === "updated_at" ? "desc" : "asc" };
}

const fields: readonly FilterOption[] = [
  { value: "status", label: "Health" },
  { value: "name", label: "Name" },
  { value: "type", label: "Type" },
  { value: "updated_at", label: "Last Updated" },
];

/** The fields, and the headline properties of the components. */
export function sortOptions(components: readonly Topology[]): readonly FilterOption[] {
  const found = new Map<string, string>();
  const visit = (component: Topology) => {
    for (const property of component.properties ?? [])
      if (property.headline === true && property.name && !found.has(property.name))
        found.set(property.name, propertyLabel(property));
    for (const child of component.components ?? []) visit(child);
  };
  for (const component of components) visit(component);
  return [...fields, ...[...found].map(([name, label]) => ({ value: FIELD + name, label }))];
}
