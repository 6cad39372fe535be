// The components of a dry run as a tree.
import type { TopologyDryRunComponent } from "../../building.contract.ts";

export interface PreviewNode {
  component: TopologyDryRunComponent;
  children: readonly PreviewNode[];
}

/** A component whose parent is not part of the response, because it was cut, becomes a root. */
export function previewTree(components: readonly TopologyDryRunComponent[]): readonly PreviewNode[] {
  const known = new Set(components.map(({ id }) => id));
  const below = Map.groupBy(components, ({ parent_id }) =>
    parent_id !== null && known.has(parent_id) ? parent_id : "",
  );
  const nodes = (parent: string): PreviewNode[] =>
    (below.get(parent) ?? []).map((component) => ({ component, children: nodes(component.id) }));
  return nodes("");
}
