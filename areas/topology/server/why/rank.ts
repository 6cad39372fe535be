// Ranks the visited nodes by how likely they are the cause. A cause is an unhealthy node with nothing unhealthy below
// it, or a node that changed shortly before the transition. The score is the sum of several indications; the weights
// are tested with generated faults (faults.db.test.ts).
import { HOUR, MINUTE, SECOND } from "#lib/time/zoned-time.ts";
import type { Change, Insights } from "./evidence.ts";
import {
  edgesBy,
  isUnhealthy,
  leadsUp,
  parentsIn,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type NodeKey,
} from "./graph.ts";
import { nearestWays, type Way } from "./nearest.ts";

export interface Evidence {
  /** Keyed by the id of the config item. */
  changes: ReadonlyMap<string, readonly Change[]>;
  insights: ReadonlyMap<string, Insights>;
  /** The time at which the start became unhealthy. */
  transition: number;
}

export interface Ranked {
  key: NodeKey;
  node: GraphNode;
  score: number;
  /** Whether no unhealthy node was found below this node. */
  isLeaf: boolean;
  /** The change that is most likely the cause. */
  change: Change | undefined;
  /** How strongly the change suggests a cause, between 0 and 1. */
  weight: number;
  /** Nodes that failed in the same way, and unhealthy parts of this node; they are not listed separately. */
  alike: readonly GraphNode[];
}

const before = 2 * HOUR;
const after = 5 * MINUTE;
/** The time span in which changes are read and listed. */
export const changeSpan = { before, after };

/** Maximum time between the moments at which scrapers and checks notice the same fault. */
const noticed = 10 * MINUTE;

export function rank(graph: Graph, evidence: Evidence): { causes: Ranked[]; ways: ReadonlyMap<NodeKey, Way> } {
  const ways = nearestWays(graph);
  const [out, into] = [edgesBy(graph.edges, "from"), edgesBy(graph.edges, "to")];
  const hasUnhealthyBelow = unhealthyBelow(graph);
  const observers = [...graph.nodes].flatMap(([key, node]) => (isUnhealthy(node) ? key : []));
  const shareOfParts = partsThatUse(graph, into);
  const candidates: Ranked[] = [];
  for (const [key, node] of graph.nodes) {
    const isLeaf = isUnhealthy(node) && !hasUnhealthyBelow.has(key);
    const { weight, change } = bestChange(node, evidence);
    const insight = insightScore(node, evidence);
    // Steps between the start and a cause are part of its path.
    if (!isLeaf && weight < minChange && insight < 1) continue;
    const score =
      healthScore(node, isLeaf, out.get(key) ?? []) +
      timeScore(node, evidence.transition) +
      changeScore(weight, key, graph, ways) * shareOfParts(key) +
      insight +
      (key === graph.start ? -1 : 0) -
      0.4 * (ways.get(key)?.distance ?? 0);
    candidates.push({ key, node, score, isLeaf, change, weight, alike: [] });
  }
  const likely = candidates.toSorted(byScore).slice(0, maxCompared);
  const explained = likely.map((cause) => ({
    ...cause,
    score: cause.score + 2 * shareExplained(cause.key, { into, observers }),
  }));
  return { causes: withoutRepetition(explained.sort(byScore), graph), ways };
}

const byScore = (a: Ranked, b: Ranked) => b.score - a.score || (a.key < b.key ? -1 : 1);

/** Maximum number of causes for which the share of explained nodes is computed. */
const maxCompared = 60;
/** A change with a lower weight does not make a healthy node a cause on its own. */
const minChange = 0.2;

/**
 * Nodes with an unhealthy node below them. The direction of a relationship does not determine which item depends on the
 * other: of two related items, the item that became unhealthy later is considered the effect.
 */
function unhealthyBelow({ nodes, edges }: Graph): ReadonlySet<NodeKey> {
  const found = new Set<NodeKey>();
  for (const { from, to, via } of edges) {
    const [upper, lower] = leadsUp(via) ? [to, from] : [from, to];
    // A check of an item only reports the fault of the item.
    if (!isUnhealthy(nodes.get(lower)!) || (via === "check" && nodes.get(upper)!.kind === "config")) continue;
    const isEffect = via !== "used" || turnedAt(nodes.get(upper)!) > turnedAt(nodes.get(lower)!) + MINUTE;
    if (isEffect) found.add(upper);
  }
  return found;
}

const turnedAt = ({ since }: GraphNode) => (since === null ? 0 : Date.parse(since));

function healthScore(node: GraphNode, isLeaf: boolean, out: readonly GraphEdge[]): number {
  if (!isUnhealthy(node)) return 0;
  const share = node.health === "warning" ? 0.7 : 1;
  if (!isLeaf) return share * 1.5;
  // If a failing check has links to the resources that it watches, it reports their fault.
  if (node.kind === "check") return share * (out.length > 0 ? 0.5 : 1);
  return share * (node.kind === "component" ? 2 : 3);
}

/** A cause becomes unhealthy shortly before the start does. */
function timeScore(node: GraphNode, transition: number): number {
  if (!isUnhealthy(node) || node.since === null) return 0;
  const early = transition - Date.parse(node.since);
  if (early < -noticed) return -2;
  // A check reports the time of its run, not the time of the fault.
  if (early <= noticed) return node.kind === "check" ? 1 : 2;
  return 3 * Math.exp(-(early - noticed) / (30 * MINUTE)) - 1;
}

/**
 * The strongest change of an item, between 0 and 1: how shortly before the transition it happened, and how serious it
 * is.
 */
function bestChange(
  node: GraphNode,
  { changes, transition }: Evidence,
): { weight: number; change: Change | undefined } {
  let best: { weight: number; change: Change | undefined } = { weight: 0, change: undefined };
  if (node.kind !== "config") return best;
  // An unhealthy item was broken before its own transition: later changes are effects of the fault.
  const since = isUnhealthy(node) && node.since !== null ? Date.parse(node.since) : undefined;
  const until = Math.min(since ?? transition, transition);
  for (const change of changes.get(node.id) ?? []) {
    const isEffect =
      reportsStatus(change) || (since !== undefined && timeOfChange(change, transition) > since + sameScrape);
    const weight = (isEffect ? effect : recency(change, until)) * seriousness(change, transition);
    if (weight > best.weight) best = { weight, change };
  }
  return best;
}

/**
 * A change within this time is part of the same scrape, because a scraper records the new document and the new health
 * of an item in one transaction.
 */
const sameScrape = 5 * SECOND;
const effect = 0.1;

/** The system that watches a resource writes its status, so a change of the status is an effect. */
const reportsStatus = ({ source, summary }: Change) =>
  source === "diff" && !!summary && summary.split(", ").every((path) => /^status\b/.test(path));

export const timeOfChange = ({ first_observed, created_at }: Change, transition: number): number => {
  const [first, last] = [Date.parse(first_observed), Date.parse(created_at)];
  // If a change recurs, its first occurrence in the time span is used.
  return first >= transition - before ? first : last;
};

function recency(change: Change, until: number): number {
  const age = until - timeOfChange(change, until);
  // Scrapers that run at intervals notice a change after its effect.
  if (age < 0) return 0.3;
  return Math.exp(-age / (40 * MINUTE));
}

const bySeverity: Readonly<Record<string, number>> = {
  critical: 1,
  blocker: 1,
  high: 1,
  medium: 0.8,
  low: 0.6,
  warning: 0.6,
  info: 0.35,
};

function seriousness({ source, severity, first_observed }: Change, transition: number): number {
  // A change that also happened long before without this effect is considered routine.
  const routine = Date.parse(first_observed) < transition - before ? 0.3 : 1;
  if (source === "diff") return routine;
  return routine * (severity === null ? 0.7 : (bySeverity[severity] ?? 0.7));
}

/**
 * The change of a healthy node counts less in two cases. The first case is that the item that leads to the node is not
 * unhealthy and not linked by an unhealthy node. The second case is that the node is the parent of that item: a
 * namespace or a cluster changes often, and contains many items that stay healthy.
 */
function changeScore(weight: number, key: NodeKey, { nodes }: Graph, ways: ReadonlyMap<NodeKey, Way>): number {
  const last = ways.get(key)?.last;
  if (last === undefined || isUnhealthy(nodes.get(key)!)) return 4 * weight;
  let user = last.from;
  // A part represents the item that it belongs to: a deployment uses the secrets of its pods.
  for (let way = ways.get(user)?.last; way?.via === "part"; way = ways.get(user)?.last) user = way.from;
  const named = ways.get(user)?.last;
  const isNear = isUnhealthy(nodes.get(user)!) || (named?.via === "item" && isUnhealthy(nodes.get(named.from)!));
  return 4 * weight * (isNear ? 1 : 0.6) * (last.via === "parent" ? 0.5 : 1);
}

/**
 * Returns a factor for a healthy node. If several parts of an item fail in the same way, such as all pods of a
 * deployment, a node that only one of them uses is a less likely cause than a node that all of them use.
 */
function partsThatUse(graph: Graph, into: ReadonlyMap<NodeKey, readonly GraphEdge[]>): (key: NodeKey) => number {
  const { nodes, edges } = graph;
  const parents = parentsIn(edges);
  const groupOf = (key: NodeKey) => `${parents.get(key)} ${nodes.get(key)!.type}`;
  const failing = new Map<string, number>();
  for (const [key, node] of nodes)
    if (isUnhealthy(node) && parents.has(key)) failing.set(groupOf(key), (failing.get(groupOf(key)) ?? 0) + 1);
  return (key) => {
    if (isUnhealthy(nodes.get(key)!)) return 1;
    const users = new Set(
      (into.get(key) ?? []).flatMap(({ from, via }) =>
        via !== "parent" && via !== "part" && failing.has(groupOf(from)) && isUnhealthy(nodes.get(from)!) ? from : [],
      ),
    );
    const groups = new Set([...users].map(groupOf));
    const all = [...groups].reduce((sum, group) => sum + failing.get(group)!, 0);
    return all === 0 ? 1 : (1 + users.size / all) / 2;
  };
}

function insightScore(node: GraphNode, { insights, transition }: Evidence): number {
  const found = node.kind === "config" ? insights.get(node.id) : undefined;
  if (!found) return 0;
  const newest = Date.parse(found.newest);
  const isNew = newest >= transition - before && newest <= transition + after;
  return (found.is_severe ? 0.7 : 0.2) + (isNew ? 0.5 : 0);
}

/** The share of the unhealthy nodes from which a cause can be reached. */
function shareExplained(
  key: NodeKey,
  { into, observers }: { into: ReadonlyMap<NodeKey, readonly GraphEdge[]>; observers: readonly NodeKey[] },
): number {
  const reached = new Set([key]);
  for (const each of reached) for (const { from } of into.get(each) ?? []) reached.add(from);
  return observers.length === 0 ? 0 : observers.filter((observer) => reached.has(observer)).length / observers.length;
}

/**
 * Lists a changed parent instead of its unhealthy parts. If several parts of a parent are unhealthy in the same way,
 * lists only one of these parts.
 */
function withoutRepetition(sorted: readonly Ranked[], { edges, nodes }: Graph): Ranked[] {
  const parents = parentsIn(edges);
  const ancestors = (key: NodeKey) => {
    const found = new Set<NodeKey>();
    for (let at = parents.get(key); at !== undefined && !found.has(at); at = parents.get(at)) found.add(at);
    return found;
  };
  const kept: Ranked[] = [];
  const byKey = new Map(sorted.map((cause) => [cause.key, cause]));
  const representedBy = (cause: Ranked): Ranked | undefined => {
    if (!isUnhealthy(cause.node)) return undefined;
    for (const key of ancestors(cause.key)) {
      const ancestor = byKey.get(key);
      if (ancestor && isUnhealthy(ancestor.node) && ancestor.weight > cause.weight) return ancestor;
    }
    const parent = parents.get(cause.key);
    if (parent === undefined) return undefined;
    return kept.find(
      ({ key, node }) => parents.get(key) === parent && node.type === cause.node.type && isUnhealthy(nodes.get(key)!),
    );
  };
  const alike = new Map<NodeKey, GraphNode[]>();
  for (const cause of sorted) {
    const instead = representedBy(cause);
    if (instead === undefined) kept.push(cause);
    else alike.set(instead.key, [...(alike.get(instead.key) ?? []), cause.node]);
  }
  return kept.map((cause) => ({ ...cause, alike: alike.get(cause.key) ?? [] }));
}
