// Distinguishes components that have the same name, such as one system in several environments.
import type { Topology } from "../../model.ts";

export interface Distinction {
  /** The name of the attribute, for a tooltip. */
  name: string;
  value: string;
}

export type Distinctions = ReadonlyMap<string, Distinction>;

/**
 * By component id: the value of the attribute that differs most among the components with the same name. Components
 * with a unique name, or without a differing attribute, have none.
 */
export function distinctionsOf(components: readonly Topology[]): Distinctions {
  const found = new Map<string, Distinction>();
  for (const alike of Map.groupBy(components, ({ text, name }) => text || name).values()) {
    if (alike.length < 2) continue;
    const best = distinguishingAttribute(alike);
    if (best === undefined) continue;
    for (const component of alike) {
      const value = attributesOf(component)[best];
      if (value) found.set(component.id, { name: best, value });
    }
  }
  return found;
}

const attributesOf = ({ namespace = "", labels }: Topology): Readonly<Record<string, string>> => ({
  namespace,
  ...labels,
});

/** Undefined if no attribute differs. Among equally good attributes the first is used: the namespace, then labels. */
function distinguishingAttribute(alike: readonly Topology[]): string | undefined {
  const values = new Map<string, Set<string>>();
  for (const component of alike)
    for (const [name, value] of Object.entries(attributesOf(component)))
      if (value) values.set(name, (values.get(name) ?? new Set()).add(value));
  const [best] = [...values]
    .filter(([, different]) => different.size > 1)
    .toSorted((a, b) => b[1].size - a[1].size)
    .map(([name]) => name);
  return best;
}
