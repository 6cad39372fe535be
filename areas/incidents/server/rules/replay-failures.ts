// Decides which incidents a rule would have opened for past failures, with the same code as the engine. It pauses after
// every 500 failures, so that the server can handle other requests.
import { setImmediate as nextTurn } from "node:timers/promises";
import { newId } from "#lib/uuid/new-id.ts";
import type { RulePreview } from "../../contract/automation.ts";
import { keyOf, type ResourceKey } from "../history/resource.ts";
import type { Ancestry } from "./ancestry.ts";
import type { Candidate } from "./candidates.ts";
import { titleOf } from "./open.ts";
import { IncidentIndex, isDefinitionOfDone, type KnownIncident } from "./plan.ts";
import { resolveAfter, type Rule } from "./rule.ts";

/** A failure of a resource that the rule would have noticed. */
export interface Failure {
  candidate: Candidate;
  from: number;
  to: number;
}

const maxFailures = 20_000;
const maxOpened = 500;
const maxListedResources = 20;
/**
 * Failures within this time count as simultaneous, because the roll-up updates the topmost component shortly after its
 * checks.
 */
const simultaneousMs = 10_000;
const pauseEvery = 500;

/** Returns a function that yields to other work at every 500th call. */
export function pausing(): () => Promise<void> {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls % pauseEvery === 0) await nextTurn();
  };
}

interface Simulated extends KnownIncident {
  at: number;
  first: Candidate;
  members: Candidate[];
  /** The end of the last failure of the incident's resources. */
  until: number;
}

export interface Replayed {
  /** The newest first. */
  opened: RulePreview["opened"];
  isCut: boolean;
}

/** Processes the failures in chronological order. An incident ends when all its resources have recovered. */
export async function replayFailures(rule: Rule, failures: readonly Failure[], ancestry: Ancestry): Promise<Replayed> {
  const replay = new Replay(rule, ancestry);
  const pause = pausing();
  for (const failure of inOrder(failures, ancestry)) {
    await pause();
    replay.add(failure);
  }
  const severity = (rule.spec.template?.severity ?? "low").toLowerCase();
  const opened: RulePreview["opened"] = [];
  for (const { at, first, members, resources } of replay.incidents.slice(-maxOpened).reverse()) {
    await pause();
    opened.push({
      at: new Date(at).toISOString(),
      title: await titleOf(rule, first),
      severity,
      resources: members.map(({ kind, id, name }) => ({ kind, id, name })),
      joined: resources.size - 1,
    });
  }
  return { opened, isCut: failures.length > maxFailures || replay.incidents.length > maxOpened };
}

/** The newest failures in chronological order; among simultaneous failures, ancestors come first. */
function inOrder(failures: readonly Failure[], ancestry: Ancestry): readonly Failure[] {
  const newest = failures.toSorted((a, b) => a.from - b.from).slice(-maxFailures);
  const momentOf = ({ from }: Failure) => Math.floor(from / simultaneousMs);
  const depthOf = ({ candidate }: Failure) => ancestry.above(keyOf(candidate)).size;
  return newest.toSorted((a, b) => momentOf(a) - momentOf(b) || depthOf(a) - depthOf(b));
}

class Replay {
  readonly incidents: Simulated[] = [];
  readonly #rule: Rule;
  readonly #delay: number;
  readonly #index: IncidentIndex;
  readonly #open = new Set<Simulated>();
  /** The open incident of each resource. */
  readonly #incidentOf = new Map<ResourceKey, Simulated>();
  /** The end of the last failure of each resource. */
  readonly #failingUntil = new Map<ResourceKey, number>();
  #now = 0;
  /** All open incidents end after this time. */
  #nextEnd = Number.POSITIVE_INFINITY;

  constructor(rule: Rule, ancestry: Ancestry) {
    this.#rule = rule;
    this.#delay = resolveAfter(rule) ?? 0;
    // Only resources that fail at that moment can explain other failures.
    const isUnhealthy = (key: ResourceKey) => (this.#failingUntil.get(key) ?? 0) > this.#now;
    this.#index = new IncidentIndex({ ...ancestry, isUnhealthy }, []);
  }

  add({ candidate, from, to }: Failure): void {
    this.#now = from;
    this.#endIncidents();
    const key = keyOf(candidate);
    const decision = this.#index.decide(this.#rule, key);
    const joined = decision === "open" || decision === "known" ? undefined : (decision as Simulated);
    const incident = joined ?? this.#incidentOf.get(key) ?? this.#openIncident(candidate);
    if (!incident.resources.has(key)) {
      if (incident.members.length < maxListedResources) incident.members.push(candidate);
      this.#index.add(incident, key, isDefinitionOfDone(this.#rule));
      this.#incidentOf.set(key, incident);
    }
    incident.until = Math.max(incident.until, to);
    this.#nextEnd = Math.min(this.#nextEnd, incident.until + this.#delay);
    this.#failingUntil.set(key, to);
  }

  #openIncident(first: Candidate): Simulated {
    const incident: Simulated = {
      id: newId(),
      rule: this.#rule.id,
      isOpen: true,
      resources: new Map(),
      at: this.#now,
      first,
      members: [],
      until: 0,
    };
    this.incidents.push(incident);
    this.#open.add(incident);
    return incident;
  }

  #endIncidents(): void {
    if (this.#nextEnd > this.#now) return;
    this.#nextEnd = Number.POSITIVE_INFINITY;
    for (const incident of this.#open) {
      const end = incident.until + this.#delay;
      if (end > this.#now) {
        this.#nextEnd = Math.min(this.#nextEnd, end);
        continue;
      }
      this.#open.delete(incident);
      this.#index.remove(incident);
      for (const key of incident.resources.keys()) this.#incidentOf.delete(key);
    }
  }
}
