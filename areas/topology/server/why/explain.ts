// Explains why a node is unhealthy: walks to everything that can explain it, ranks the causes, and lists the changes
// before the transition. The walk uses the server's rights, so that it notices hidden causes; the response contains
// only nodes that the caller may read and that are connected to the start through such nodes.
import { Problem, problem } from "#language/problem.ts";
import { takeTurns } from "#lib/async/turns.ts";
import type { System } from "#server/area.ts";
import { claimsOf, reachOf } from "#server/db/policy.ts";
import type { QueryClient } from "#server/db/pool.ts";
import type { Actor } from "#server/http/actor.ts";
import type { WhyAnswer, WhyCause, WhyChange, WhyKind } from "../../why.contract.ts";
import { abortable, clientLeft } from "./abortable.ts";
import { readChanges, readErrors, readInsights, type Change, type Span } from "./evidence.ts";
import { isUnhealthy, keyOf, parentsIn, reachablePart, type Graph, type GraphNode, type NodeKey } from "./graph.ts";
import { startStatements } from "./statements.ts";
import { pathTo, type Way } from "./nearest.ts";
import { changeSpan, rank, timeOfChange, type Evidence, type Ranked } from "./rank.ts";
import { accessOf, enabledKinds, readableKeys } from "./readable.ts";
import { causeSentence, changeSentence, startSentence, stepSentence, summarySentence } from "./sentences.ts";
import { walk } from "./walk.ts";

const maxCauses = 20;
const maxListedChanges = 100;

export async function explain(
  system: Pick<System, "db" | "features">,
  actor: Actor,
  { kind, id }: { kind: WhyKind; id: string },
  /** Aborts when the client disconnects. */
  signal: AbortSignal,
): Promise<WhyAnswer> {
  const { resource, feature } = accessOf[kind];
  await system.features.require(feature, "the search for causes");
  if (reachOf(actor, "read", resource) === "none") throw problem.forbidden("read", resource);
  const start = await readStart(system, actor, { kind, id });
  return isUnhealthy(start) ? inTurn(() => findCauses(system, actor, start, signal)) : healthyAnswer(start);
}

/** A walk reads thousands of rows, so further requests wait in a queue. */
const inTurn = takeTurns({
  atOnce: 2,
  waiting: 20,
  refuse: () =>
    new Problem("too_many_requests", "Too many searches for causes are in progress.", {
      hint: "Try again in a few seconds.",
      retryAfter: 5,
    }),
});

async function findCauses(
  system: Pick<System, "db" | "features">,
  actor: Actor,
  start: GraphNode,
  signal: AbortSignal,
): Promise<WhyAnswer> {
  const db = abortable(system.db.pools.system, signal);
  const walked = await walk(db, start, await enabledKinds(system));
  const evidence = await gather(db, walked, start);
  if (signal.aborted) throw clientLeft();
  const readable = await readableKeys(system, actor, walked.nodes.values());
  const graph = reachablePart(walked, (key) => readable.has(key));
  const { causes: ranked, ways } = rank(graph, evidence);
  const causes = ranked.slice(0, maxCauses);
  const isCauseHidden =
    graph.nodes.size < walked.nodes.size &&
    rank(walked, evidence)
      .causes.slice(0, maxCauses)
      .some(({ key }) => !graph.nodes.has(key));
  const { listed, hasMore } = listChanges({ graph, ways, causes, evidence });
  return {
    start: nodeFields(start),
    is_unhealthy: true,
    summary: summarySentence(start, { causes: ranked, isCauseHidden, transition: evidence.transition }),
    transition: start.since,
    from: evidence.span.from.toISOString(),
    to: evidence.span.to.toISOString(),
    causes: await describeCauses(db, { graph, ways, causes, evidence, start, changes: listed }),
    cause_count: ranked.length,
    changes: listed,
    has_more_changes: hasMore,
    visited: graph.nodes.size,
    stopped: walked.stopped,
    is_cause_hidden: isCauseHidden,
  };
}

async function readStart({ db }: Pick<System, "db">, actor: Actor, { kind, id }: { kind: WhyKind; id: string }) {
  const { rows } = await db
    .reading(claimsOf(actor, "read"), "page")
    .query<GraphNode>({ name: `why_start_${kind}`, text: startStatements[kind] }, [id]);
  if (!rows[0]) throw problem.notFound(kind === "config" ? "config item" : kind, id);
  return rows[0];
}

const nodeFields = ({ kind, id, name, type, health, status, since }: GraphNode) => ({
  kind,
  id,
  name,
  type,
  health,
  status,
  since: isUnhealthy({ health }) ? since : null,
});

const healthyAnswer = (start: GraphNode): WhyAnswer => ({
  start: nodeFields(start),
  is_unhealthy: false,
  summary: summarySentence(start, { causes: [], isCauseHidden: false, transition: 0 }),
  transition: null,
  from: null,
  to: null,
  causes: [],
  cause_count: 0,
  changes: [],
  has_more_changes: false,
  visited: 1,
  stopped: null,
  is_cause_hidden: false,
});

async function gather(db: QueryClient, { nodes }: Graph, start: GraphNode): Promise<Evidence & { span: Span }> {
  // If the transition time is unknown, all changes up to now are considered.
  const transition = start.since === null ? Date.now() : Date.parse(start.since);
  const span = { from: new Date(transition - changeSpan.before), to: new Date(transition + changeSpan.after) };
  const configs = [...nodes.values()].flatMap(({ kind, id }) => (kind === "config" ? id : []));
  const [changes, insights] = await Promise.all([readChanges(db, configs, span), readInsights(db, configs)]);
  return { transition, span, changes, insights };
}

interface Found {
  graph: Graph;
  ways: ReadonlyMap<NodeKey, Way>;
  causes: readonly Ranked[];
  evidence: Evidence;
}

async function describeCauses(
  db: QueryClient,
  { graph, ways, causes, evidence, start, changes }: Found & { start: GraphNode; changes: readonly WhyChange[] },
): Promise<WhyCause[]> {
  const checks = causes.flatMap(({ node: { kind, id } }) => (kind === "check" ? id : []));
  const errors = await readErrors(db, checks);
  return causes.map((cause) => {
    const { key, node, score, alike } = cause;
    const insights = node.kind === "config" ? evidence.insights.get(node.id) : undefined;
    const { transition } = evidence;
    return {
      ...nodeFields(node),
      reason: causeSentence(cause, { start, transition, insights, error: errors.get(node.id) }),
      score: Math.round(score * 100) / 100,
      path: [
        { ...nodeFields(start), reason: startSentence(start) },
        ...pathTo(ways, key).map((edge) => {
          const to = graph.nodes.get(edge.to)!;
          return { ...nodeFields(to), reason: stepSentence(graph.nodes.get(edge.from)!, to, edge) };
        }),
      ],
      alike: alike.length,
      insights: insights?.open ?? 0,
      changes: changes.filter(({ config_id }) => node.kind === "config" && config_id === node.id).length,
    };
  });
}

/**
 * Lists the changes of the causes, of their ancestors and of the nodes on the way to them. Changes of the first cause
 * come first.
 */
function listChanges({ graph, ways, causes, evidence }: Found): { listed: WhyChange[]; hasMore: boolean } {
  const { transition } = evidence;
  const parents = parentsIn(graph.edges);
  const listed = new Map<string, WhyChange>();
  let hasMore = false;
  const add = (key: NodeKey, cause: GraphNode, role: "cause" | "ancestor" | "way") => {
    const node = graph.nodes.get(key);
    if (node?.kind !== "config") return;
    const nearFirst = (change: Change) => Math.abs(transition - timeOfChange(change, transition));
    const changes = [...(evidence.changes.get(node.id) ?? [])].sort((a, b) => nearFirst(a) - nearFirst(b));
    for (const change of changes) {
      if (listed.has(change.id)) continue;
      if (listed.size >= maxListedChanges) {
        hasMore = true;
        return;
      }
      const reason = changeSentence(change, { transition, cause, role });
      listed.set(change.id, { ...change, name: node.name, type: node.type!, reason });
    }
  };
  for (const { key, node, alike } of causes) {
    add(key, node, "cause");
    for (const part of alike) add(keyOf(part), node, "way");
    const seen = new Set<NodeKey>();
    for (let at = parents.get(key); at !== undefined && !seen.has(at); at = parents.get(at)) {
      seen.add(at);
      add(at, node, "ancestor");
    }
    for (const { from } of pathTo(ways, key)) add(from, node, "way");
  }
  return { listed: [...listed.values()], hasMore };
}
