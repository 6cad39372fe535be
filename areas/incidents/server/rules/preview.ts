// Computes which incidents a rule would have opened in the last days, from the history of the resources that it selects
// now. It decides with the same code as the engine.
import { Problem, problem } from "#language/problem.ts";
import type { Resource as PolicyResource } from "#language/roles.ts";
import { takeTurns } from "#lib/async/turns.ts";
import { DAY } from "#lib/time/zoned-time.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "#server/area.ts";
import { claimsOf, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { RulePreview } from "../../contract/automation.ts";
import { readIntervals, type Ids, type Interval } from "../history/intervals.ts";
import { loadParents } from "../history/parents.ts";
import { keyOf, resourceKinds, type ResourceKey, type ResourceKind } from "../history/resource.ts";
import type { IncidentRuleSpec } from "../spec.ts";
import { ancestryOf, type Ancestry } from "./ancestry.ts";
import { findCandidates, type Candidate } from "./candidates.ts";
import { titleOf } from "./open.ts";
import { IncidentIndex, isDefinitionOfDone, type KnownIncident } from "./plan.ts";
import { ageOf, fitsFilter, isInHours, resolveAfter, statusesOf, type Rule } from "./rule.ts";

const maxResources = 2_000;
const maxOpened = 500;
const maxListedResources = 20;
/** Failures within this time happen together: the roll-up reaches the topmost component a moment after its checks. */
const simultaneousMs = 10_000;

/** A preview reads the history of many resources, so further requests wait for their turn. */
const inTurn = takeTurns({
  atOnce: 2,
  waiting: 10,
  refuse: () =>
    new Problem("too_many_requests", "Too many previews of rules are in progress.", {
      hint: "Try again in a few seconds.",
      retryAfter: 5,
    }),
});

export const previewRule = (
  system: Pick<System, "db" | "catalog">,
  actor: Actor,
  spec: IncidentRuleSpec,
  days: number,
): Promise<RulePreview> => inTurn(() => preview(system, actor, { id: newId(), name: "preview", spec }, days));

/** The resource whose permissions apply to each kind. */
const policyResources: Readonly<Record<ResourceKind, PolicyResource>> = {
  component: "topologies",
  check: "canaries",
  config: "config_scrapers",
};

/** A failure of a resource that the rule would have noticed. */
interface Failure {
  candidate: Candidate;
  from: number;
  to: number;
}

async function preview(
  system: Pick<System, "db" | "catalog">,
  actor: Actor,
  rule: Rule,
  days: number,
): Promise<RulePreview> {
  const client = system.db.reading(claimsOf(actor, "read"));
  const mayRead = resourceKinds.filter((kind) => reachOf(actor, "read", policyResources[kind]) !== "none");
  const found = await findCandidates(system, {
    client,
    rules: [rule],
    anyStatus: true,
    report: (_, message) => {
      throw problem.badParts([{ path: "body.spec", message: `A selector cannot be used: ${message}` }]);
    },
  });
  const readable = found.filter(({ kind }) => mayRead.includes(kind));
  const selected = readable.slice(0, maxResources);
  const idsOf = (kind: ResourceKind) => selected.filter((one) => one.kind === kind).map(({ id }) => id);
  const ids: Ids = Object.fromEntries(resourceKinds.map((kind) => [kind, idsOf(kind)]));
  const to = new Date();
  const span = { from: new Date(to.getTime() - days * DAY), to };
  const history = await readIntervals(client, ids, span);
  const failures: Failure[] = [];
  let skipped = 0;
  for (const candidate of selected)
    for (const failure of failuresOf(rule, candidate, history.get(keyOf(candidate)) ?? [])) {
      const opensAt = failure.from + ageOf(rule);
      if (opensAt >= failure.to || !isInHours(rule, opensAt)) skipped += 1;
      else failures.push({ ...failure, from: opensAt });
    }
  const parents = await loadParents(system.db.system, selected.map(keyOf));
  const all = await replayFailures(
    rule,
    failures,
    ancestryOf(parents, new Set(parents.values().flatMap((own) => own))),
  );
  const opened = all.toReversed();
  return {
    opened: opened.slice(0, maxOpened),
    skipped,
    isCut: readable.length > maxResources || opened.length > maxOpened,
  };
}

/** Only the health has a history; a rule for another status is compared with the present status. */
function failuresOf(rule: Rule, candidate: Candidate, intervals: readonly Interval[]): Failure[] {
  const wanted = statusesOf(rule);
  const isOwnStatus = candidate.status !== null && wanted.includes(candidate.status.toLowerCase());
  return intervals.flatMap(({ from, to, health }): Failure[] => {
    const isWanted = wanted.includes(health) || (isOwnStatus && health === candidate.health);
    const then = { ...candidate, health, status: health === candidate.health ? candidate.status : null, since: from };
    return isWanted && fitsFilter(rule, then) ? [{ candidate: then, from, to }] : [];
  });
}

interface Simulated extends KnownIncident {
  at: number;
  title: string;
  members: Candidate[];
  /** The failures that have not ended, by resource. */
  failing: Map<ResourceKey, number>;
}

/** Goes through the failures in the order of time. An incident ends when all its resources have recovered. */
async function replayFailures(
  rule: Rule,
  failures: readonly Failure[],
  ancestry: Ancestry,
): Promise<RulePreview["opened"]> {
  const momentOf = ({ from }: Failure) => Math.floor(from / simultaneousMs);
  const ordered = failures.toSorted(
    (a, b) =>
      momentOf(a) - momentOf(b) || ancestry.above(keyOf(a.candidate)).size - ancestry.above(keyOf(b.candidate)).size,
  );
  const delay = resolveAfter(rule) ?? 0;
  const all: Simulated[] = [];
  for (const { candidate, from, to } of ordered) {
    const open = all.filter((incident) => Math.max(...incident.failing.values()) + delay > from);
    const key = keyOf(candidate);
    // Only what fails at that moment explains others.
    const failing = new Set(
      open.flatMap((incident) => [...incident.failing].filter(([, end]) => end > from).map(([k]) => k)),
    );
    const index = new IncidentIndex({ ...ancestry, isUnhealthy: (above) => failing.has(above) }, open);
    const decision = index.decide(rule, key);
    const joined = decision === "open" || decision === "known" ? undefined : (decision as Simulated);
    const incident = joined ?? open.find(({ resources }) => resources.has(key));
    if (incident) {
      if (!incident.resources.has(key)) incident.members.push(candidate);
      incident.resources.set(key, isDefinitionOfDone(rule));
      incident.failing.set(key, to);
    } else
      all.push({
        id: newId(),
        rule: rule.id,
        isOpen: true,
        resources: new Map([[key, true]]),
        at: from,
        title: await titleOf(rule, candidate),
        members: [candidate],
        failing: new Map([[key, to]]),
      });
  }
  return all.map(({ at, title, members }) => ({
    at: new Date(at).toISOString(),
    title,
    severity: (rule.spec.template?.severity ?? "low").toLowerCase(),
    resources: members.slice(0, maxListedResources).map(({ kind, id, name }) => ({ kind, id, name })),
    joined: members.length - 1,
  }));
}
