// Walks from an unhealthy node to everything that can explain its health, level by level, with one statement per level.
// The walk goes down to checks, children, parts and used items, and up to parents and users of an item. After a step
// up, the walk only goes further up, because the other nodes below a shared container, such as other pods on the same
// host, are unrelated.
import type { QueryClient } from "#server/db/pool.ts";
import type { WhyKind } from "../../why.contract.ts";
import {
  isUnhealthy,
  keyOf,
  leadsUp,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type NodeKey,
  type Via,
} from "./graph.ts";
import { levelStatement } from "./statements.ts";

export const maxLevels = 10;
export const maxNodes = 2_000;

export interface Walked extends Graph {
  /** The limit that stopped the walk early. */
  stopped: "levels" | "nodes" | null;
}

interface LevelRow {
  edges: [fromKind: WhyKind, fromId: string, kind: WhyKind, id: string, via: Via, relation: string | null][];
  nodes: GraphNode[];
}

/** `kinds` are the kinds whose feature is enabled. */
export async function walk(db: QueryClient, start: GraphNode, kinds: ReadonlySet<WhyKind>): Promise<Walked> {
  const startKey = keyOf(start);
  const nodes = new Map<NodeKey, GraphNode>([[startKey, start]]);
  const edges = new Map<string, GraphEdge>();
  // A node that was reached by a step up is expanded again if it is also reached without a step up.
  const goesDown = new Set<NodeKey>([startKey]);
  const isLinked = new Set<NodeKey>([startKey]);
  let frontier: NodeKey[] = [startKey];
  let stopped: Walked["stopped"] = null;

  for (let level = 1; frontier.length > 0 && stopped !== "nodes"; level += 1) {
    const found = await readLevel(db, { frontier, nodes, goesDown, isLinked, startKey, kinds });
    const facts = new Map(found.nodes.map((node) => [keyOf(node), node]));
    if (level > maxLevels) {
      if (facts.size > 0) stopped = "levels";
      break;
    }
    // The statement returns unhealthy nodes first.
    if (nodes.size + facts.size > maxNodes) stopped = "nodes";
    for (const [key, node] of [...facts].slice(0, maxNodes - nodes.size)) nodes.set(key, node);

    const next = new Set<NodeKey>();
    for (const [fromKind, fromId, kind, id, via, relation] of found.edges) {
      const [from, to] = [keyOf({ kind: fromKind, id: fromId }), keyOf({ kind, id })];
      if (!nodes.has(to) || !nodes.has(from)) continue;
      edges.set(`${from} ${to} ${via}`, { from, to, via, relation });
      if (facts.has(to)) next.add(to);
      if (via === "item" && !isLinked.has(to)) isLinked.add(to);
      if (leadsUp(via) || !goesDown.has(from) || goesDown.has(to)) continue;
      goesDown.add(to);
      next.add(to);
    }
    frontier = [...next];
  }
  return { start: startKey, nodes, edges: [...edges.values()], stopped };
}

interface Expanding {
  frontier: readonly NodeKey[];
  nodes: ReadonlyMap<NodeKey, GraphNode>;
  goesDown: ReadonlySet<NodeKey>;
  /** Config items that are linked to a component or a check. */
  isLinked: ReadonlySet<NodeKey>;
  startKey: NodeKey;
  kinds: ReadonlySet<WhyKind>;
}

async function readLevel(db: QueryClient, { frontier, nodes, goesDown, isLinked, startKey, kinds }: Expanding) {
  const idsOf = (wanted: (key: NodeKey, node: GraphNode) => boolean) =>
    frontier.flatMap((key) => {
      const node = nodes.get(key)!;
      return wanted(key, node) ? node.id : [];
    });
  const isStart = (key: NodeKey) => key === startKey;
  const { rows } = await db.query<LevelRow>(levelStatement, [
    // A healthy component does not make its parent unhealthy, so nothing below it is a cause; a passing check explains
    // nothing.
    idsOf(
      (key, { kind, health }) => kind === "component" && goesDown.has(key) && (isStart(key) || health !== "healthy"),
    ),
    idsOf((key, node) => node.kind === "check" && goesDown.has(key) && (isStart(key) || isUnhealthy(node))),
    idsOf((key, { kind }) => kind === "config" && goesDown.has(key)),
    idsOf((_, { kind }) => kind === "config"),
    // If a healthy item is shared by many users, such as a secret, these users are unrelated.
    idsOf((key, node) => node.kind === "config" && (isUnhealthy(node) || isLinked.has(key))),
    idsOf((key, { kind }) => kind === "check" && isStart(key)),
    [...nodes.values()].map(({ id }) => id),
    [...kinds],
    // Reads one more node than can be added, to detect that the limit stops the walk.
    maxNodes - nodes.size + 1,
  ]);
  return rows[0]!;
}
