// Decides whether a matching resource opens a new incident, is added as evidence to an open incident, or has no effect.
// A rule has one open incident per cause. A resource joins
//   1. an open incident about an unhealthy ancestor in the topology,
//   2. the rule's open incident about a descendant,
//   3. the rule's open incident about another check of the same component or config item.
import type { Ancestry } from "./ancestry.ts";
import type { Candidate } from "./candidates.ts";
import { keyOf, kindOfKey, type ResourceKey } from "../history/resource.ts";
import type { Rule } from "./rule.ts";

export interface KnownIncident {
  id: string;
  /** The rule that opened the incident; null if a person opened it. */
  rule: string | null;
  /** Whether the incident is not resolved, closed or cancelled. */
  isOpen: boolean;
  /** The resources of the incident, and whether each is in the definition of done. */
  resources: Map<ResourceKey, boolean>;
}

export interface Opening {
  rule: Rule;
  incident: KnownIncident;
  first: Candidate;
}

export interface Joining {
  rule: Rule;
  incident: KnownIncident;
  candidate: Candidate;
}

export interface Plan {
  openings: readonly Opening[];
  joinings: readonly Joining[];
}

const lastOf = (incidents: ReadonlySet<KnownIncident> | undefined) => incidents && [...incidents].at(-1);

/** The unfinished incidents, indexed by their resources. */
export class IncidentIndex {
  readonly #ancestry: Ancestry;
  readonly #byResource = new Map<ResourceKey, Set<KnownIncident>>();
  /** Open incidents of a rule, by the keys of the ancestors of their resources. */
  readonly #below = new Map<string, Set<KnownIncident>>();
  /** Open incidents of a rule, by the keys of the direct parents of their checks. */
  readonly #siblings = new Map<string, Set<KnownIncident>>();

  constructor(ancestry: Ancestry, incidents: Iterable<KnownIncident>) {
    this.#ancestry = ancestry;
    for (const incident of incidents) for (const key of incident.resources.keys()) this.#place(incident, key);
  }

  add(incident: KnownIncident, key: ResourceKey, isInDefinitionOfDone: boolean): void {
    incident.resources.set(key, isInDefinitionOfDone);
    this.#place(incident, key);
  }

  #place(incident: KnownIncident, key: ResourceKey): void {
    const known = this.#byResource.get(key) ?? new Set();
    this.#byResource.set(key, known.add(incident));
    for (const [map, place] of this.#places(incident, key)) {
      const placed = map.get(place) ?? new Set();
      // The incident that was added last comes first.
      placed.delete(incident);
      map.set(place, placed.add(incident));
    }
  }

  /** Removes an incident that has ended. */
  remove(incident: KnownIncident): void {
    for (const key of incident.resources.keys()) {
      this.#byResource.get(key)?.delete(incident);
      for (const [map, place] of this.#places(incident, key)) map.get(place)?.delete(incident);
    }
  }

  *#places(
    incident: KnownIncident,
    key: ResourceKey,
  ): Generator<[map: Map<string, Set<KnownIncident>>, place: string]> {
    if (!incident.isOpen || incident.rule === null) return;
    for (const above of this.#ancestry.above(key)) yield [this.#below, `${incident.rule} ${above}`];
    if (kindOfKey(key) === "check")
      for (const parent of this.#ancestry.parents(key)) yield [this.#siblings, `${incident.rule} ${parent}`];
  }

  /** Returns the incident to join, "known" if nothing is to be done, or "open" for a new incident. */
  decide(rule: Rule, key: ResourceKey): KnownIncident | "known" | "open" {
    for (const incident of this.#byResource.get(key) ?? []) {
      // A resolved incident is reopened by its definition of done, not by the rule.
      if (incident.rule === rule.id && (incident.isOpen || incident.resources.get(key))) return "known";
      if (incident.rule === null && incident.isOpen) return "known";
    }
    const found =
      this.#explaining(rule, key) ?? lastOf(this.#below.get(`${rule.id} ${key}`)) ?? this.#sibling(rule, key);
    if (!found) return "open";
    return found.resources.has(key) ? "known" : found;
  }

  /** Prefers incidents of the rule, then incidents that people opened. */
  #explaining(rule: Rule, key: ResourceKey): KnownIncident | undefined {
    const rankOf = (incident: KnownIncident) => (incident.rule === rule.id ? 0 : incident.rule === null ? 1 : 2);
    let best: KnownIncident | undefined;
    for (const above of this.#ancestry.above(key)) {
      if (!this.#ancestry.isUnhealthy(above)) continue;
      for (const incident of this.#byResource.get(above) ?? [])
        if (incident.isOpen && (!best || rankOf(incident) < rankOf(best))) best = incident;
    }
    return best;
  }

  #sibling(rule: Rule, key: ResourceKey): KnownIncident | undefined {
    if (kindOfKey(key) !== "check") return undefined;
    for (const parent of this.#ancestry.parents(key)) {
      const incident = lastOf(this.#siblings.get(`${rule.id} ${parent}`));
      if (incident) return incident;
    }
    return undefined;
  }
}

/** A resource that a rule matches now. */
export interface Match {
  candidate: Candidate;
  rule: Rule;
}

/** Ancestors come first, so that their descendants join the same incident. */
export const topDown = (candidates: readonly Candidate[], ancestry: Ancestry): readonly Candidate[] =>
  candidates.toSorted(
    (a, b) =>
      ancestry.above(keyOf(a)).size - ancestry.above(keyOf(b)).size || a.since - b.since || (a.id < b.id ? -1 : 1),
  );

/** Whether evidence that the rule adds to its own incidents belongs to the definition of done. */
export const isDefinitionOfDone = ({ spec }: Rule) => spec.autoResolve === undefined;

/** `matches` are processed in this order. */
export function planMatches(index: IncidentIndex, matches: readonly Match[], newId: () => string): Plan {
  const openings: Opening[] = [];
  const joinings: Joining[] = [];
  for (const { candidate, rule } of matches) {
    const key = keyOf(candidate);
    const decision = index.decide(rule, key);
    if (decision === "known") continue;
    if (decision === "open") {
      const incident: KnownIncident = { id: newId(), rule: rule.id, isOpen: true, resources: new Map() };
      index.add(incident, key, isDefinitionOfDone(rule));
      openings.push({ rule, incident, first: candidate });
    } else {
      index.add(decision, key, decision.rule === rule.id && isDefinitionOfDone(rule));
      joinings.push({ rule, incident: decision, candidate });
    }
  }
  return { openings, joinings };
}
