// The components as a graph. Nodes are sorted by level, so that a limit on the number of nodes cuts the deepest levels.
import type { GraphEdge, GraphNode } from "#console/widgets/graph/graph.ts";
import type { Topology } from "../../model.ts";
import type { Folds } from "./topology-url.ts";

export interface TreeNode {
  component: Topology;
  childCount: number;
  isOpen: boolean;
}

interface TreeGraphOptions {
  folds: Folds;
  /** `from` is the parent node in the graph. */
  hrefOf: (component: Topology, options: { from?: string | undefined }) => string;
}

/** Levels are open at first as long as the graph has at most this number of nodes. */
const MAX_OPEN_NODES = 200;

export function treeGraph(roots: readonly Topology[], { folds, hrefOf }: TreeGraphOptions) {
  const openLevels = countOpenLevels(roots);
  const found = new Map<string, TreeNode>();
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  let level: readonly { component: Topology; from?: string }[] = roots.map((component) => ({ component }));
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: { component: Topology; from: string }[] = [];
    for (const { component, from } of level) {
      // A component that belongs to several parents is drawn once.
      if (found.has(component.id)) continue;
      const { id, name, health = "unknown", components = [] } = component;
      // The path to unhealthy components is open.
      const isOpen = folds.get(id) ?? (depth < openLevels || health === "unhealthy");
      found.set(id, { component, childCount: components.length, isOpen: isOpen && components.length > 0 });
      nodes.push({ id, kind: kindOf(component), name, meaning: health, href: hrefOf(component, { from }) });
      if (!isOpen) continue;
      for (const child of components) {
        edges.push({ from: id, to: child.id });
        next.push({ component: child, from: id });
      }
    }
    level = next;
  }
  return { nodes, edges, found };
}

function countOpenLevels(roots: readonly Topology[]): number {
  let [level, total, levels] = [roots, 0, 0];
  while (level.length > 0 && total + level.length <= MAX_OPEN_NODES) {
    total += level.length;
    levels += 1;
    level = level.flatMap(({ components = [] }) => components);
  }
  return Math.max(1, levels - 1);
}

/**
 * The graph combines neighbours of one kind. Unhealthy components are a separate kind, so that they are not hidden
 * among healthy components.
 */
const kindOf = ({ type = "", health = "unknown" }: Topology) =>
  `${health === "unhealthy" || health === "warning" ? health : ""}|${type}`;

export function readKind(kind: string): { health: "unhealthy" | "warning" | undefined; type: string } {
  const [health, ...type] = kind.split("|");
  return {
    health: health === "unhealthy" || health === "warning" ? health : undefined,
    type: type.join("|") || "Component",
  };
}

export const nameKind = (kind: string) => {
  const { health, type } = readKind(kind);
  return health ? `${type}, ${health}` : type;
};
