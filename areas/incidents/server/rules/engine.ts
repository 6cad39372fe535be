// Compares changed resources with the rules, opens incidents, and resolves or closes incidents of the rules. It runs in
// one process at a time (automation.ts).
import { sql } from "kysely";
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "#server/area.ts";
import { inSavepoint, isolated } from "#server/db/isolated.ts";
import type { Tx } from "#server/db/pool.ts";
import { recordEnd, statusOf } from "#server/jobs/history.ts";
import { actAsSystem } from "../done/system-writes.ts";
import { recordedKeys } from "../spec.ts";
import { loadAncestry } from "./ancestry.ts";
import { groupByRights } from "./authors.ts";
import { findCandidates, joinCandidates, withoutMaintained, type Candidate } from "./candidates.ts";
import { endIncidents } from "./ends.ts";
import { incidentsAbout, incidentsOfRules, mergeIncidents } from "./known-incidents.ts";
import { joinIncidents, openIncidents } from "./open.ts";
import { IncidentIndex, planMatches, topDown, type Match, type Plan } from "./plan.ts";
import { keyOf, kindOfRelation, type ResourceKey, type ResourceKind } from "../history/resource.ts";
import { ageOf, fitsFilter, isInHours, loadRules, type Rule } from "./rule.ts";

export interface RuleEngine {
  /** Records changed rows by table; with `all`, every resource is compared. */
  note(changed: ReadonlyMap<string, readonly string[]> | "all"): void;
  /** Loads the rules again, and compares every resource. */
  rulesChanged(): void;
  /** Returns the milliseconds until the next round. */
  round(): Promise<number>;
}

type Running = Pick<System, "db" | "catalog" | "writes">;

/**
 * Time to wait for the status roll-up, so that the topmost unhealthy component is known before its
 * children are compared.
 */
const maxRollUpMs = 5_000;
const rollUpPollMs = 100;
/** The delay before rules outside their hours of operation are compared again. */
const hoursPollMs = 60_000;

/** A resource that is compared again at a given time. */
interface Later {
  at: number;
  kind: ResourceKind;
  id: string;
}

type Among = Map<ResourceKind, Set<string>> | "all";

export function createRuleEngine(system: Running, requireLead: (tx: Tx) => Promise<void>): RuleEngine {
  const { db } = system;
  let pending: Among = new Map();
  let pendingSince: number | undefined;
  let knownRules: readonly Rule[] | undefined;
  /** Resources that a rule may match later. */
  const later = new Map<ResourceKey, Later>();
  let nextEnd = 0;

  function take(): Among {
    const taken = pending;
    pending = new Map();
    pendingSince = undefined;
    return taken;
  }

  function add(kind: ResourceKind, id: string): void {
    if (pending === "all") return;
    const known = pending.get(kind) ?? new Set();
    pending.set(kind, known.add(id));
  }

  async function rules(): Promise<readonly Rule[]> {
    if (knownRules) return knownRules;
    const { rules: loaded, faults } = await loadRules(db.system);
    for (const { id, message } of faults) await recordRun(system, id, { errors: [message] });
    return (knownRules = loaded);
  }

  async function isRollingUp(): Promise<boolean> {
    pendingSince ??= performance.now();
    if (performance.now() - pendingSince > maxRollUpMs) return false;
    const { rows } = await sql<{ any: boolean }>`select exists (select from component_dirt) as any`.execute(db.system);
    return rows[0]!.any;
  }

  return {
    note(changed) {
      if (changed === "all") pending = "all";
      else
        for (const [relation, ids] of changed) {
          const kind = kindOfRelation.get(relation);
          if (kind) for (const id of ids) add(kind, id);
        }
    },

    rulesChanged() {
      knownRules = undefined;
      pending = "all";
    },

    async round() {
      const all = await rules();
      if (all.length === 0) {
        take();
        return Number.POSITIVE_INFINITY;
      }
      const now = Date.now();
      for (const [key, { at, kind, id }] of later)
        if (at <= now) {
          add(kind, id);
          later.delete(key);
        }
      if (pending === "all" || pending.size > 0) {
        if (await isRollingUp()) return rollUpPollMs;
        for (const due of await applyRules(system, { rules: all, among: take(), requireLead }))
          if (due.at < (later.get(keyOf(due))?.at ?? Number.POSITIVE_INFINITY)) later.set(keyOf(due), due);
        nextEnd = 0;
      }
      if (nextEnd <= now) nextEnd = (await endIncidents(system, all, requireLead)) ?? Number.POSITIVE_INFINITY;
      return Math.max(0, Math.min(nextEnd, ...later.values().map(({ at }) => at)) - Date.now());
    },
  };
}

export interface Applying {
  rules: readonly Rule[];
  among: ReadonlyMap<ResourceKind, ReadonlySet<string>> | "all";
  requireLead(tx: Tx): Promise<void>;
  /** Whether rules that did nothing are also recorded in the job history. */
  recordsAll?: boolean;
}

/** Returns the resources to compare again later. */
export async function applyRules(system: Running, { rules, among, requireLead, recordsAll = false }: Applying) {
  const runs = new Map(rules.map((rule) => [rule.id, new RuleRun(rule)]));
  const noteError = (rule: Rule, message: string) => void runs.get(rule.id)!.errors.push(message);
  const found: (readonly Candidate[])[] = [];
  // Only the job reports an inactive author, because reporting it at every resource change would repeat the same error.
  const groups = await groupByRights(system, rules, (rule, message) => recordsAll && noteError(rule, message));
  for (const group of groups)
    found.push(
      await findCandidates(system, {
        ...group,
        among: among === "all" ? undefined : new Map([...among].map(([kind, ids]) => [kind, [...ids]])),
        report: (rule, message) => noteError(rule, `A selector cannot be used: ${message}`),
      }),
    );
  const candidates = await withoutMaintained(system, joinCandidates(found, rules));
  const now = Date.now();
  const later: Later[] = [];
  const matches = candidates.flatMap((candidate) =>
    matchesOf(candidate, now, (at) => later.push({ at, kind: candidate.kind, id: candidate.id })),
  );
  if (matches.length > 0) await write(system, matches, { runs, requireLead });
  for (const run of runs.values()) if (recordsAll || run.isWorthRecording) await recordRun(system, run.rule.id, run);
  return later;
}

/** The outcome of a rule in one run. */
class RuleRun {
  readonly rule: Rule;
  opened = 0;
  joined = 0;
  readonly errors: string[] = [];

  constructor(rule: Rule) {
    this.rule = rule;
  }

  get isWorthRecording() {
    return this.opened + this.joined + this.errors.length > 0;
  }

  get idle() {
    return recordedKeys(this.rule.spec.responders);
  }
}

/** Returns the rules that apply now. `wait` is called with the time at which another rule may apply. */
export function matchesOf(candidate: Candidate, now: number, wait: (at: number) => void): readonly Match[] {
  const matches: Match[] = [];
  for (const rule of candidate.rules) {
    if (!fitsFilter(rule, candidate)) continue;
    const ripeAt = candidate.since + ageOf(rule);
    if (ripeAt > now) wait(ripeAt);
    else if (!isInHours(rule, now)) wait(now + hoursPollMs);
    else {
      matches.push({ candidate, rule });
      if (rule.spec.breakOnMatch) break;
    }
  }
  return matches;
}

/**
 * Decides and writes in one transaction, which only one process at a time runs, so that a rule never opens two
 * incidents for one cause.
 */
async function write(
  system: Running,
  matches: readonly Match[],
  { runs, requireLead }: { runs: ReadonlyMap<string, RuleRun>; requireLead(tx: Tx): Promise<void> },
): Promise<void> {
  await system.db.system.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('quarterdeck.incident rules'))`.execute(tx);
    await requireLead(tx);
    await actAsSystem(tx);
    const { openings, joinings } = await decide(tx, matches);
    const refused = new Set<string>();
    const refuse = ({ rule, incident }: { rule: Rule; incident: { id: string } }, error: unknown) => {
      refused.add(incident.id);
      runs.get(rule.id)!.errors.push(error instanceof Error ? error.message : String(error));
    };
    await isolated(
      openings,
      async (part) => {
        await inSavepoint(tx, () => openIncidents(system, tx, part));
        for (const { rule } of part) runs.get(rule.id)!.opened += 1;
      },
      refuse,
    );
    await isolated(
      joinings.filter(({ incident }) => !refused.has(incident.id)),
      async (part) => {
        await inSavepoint(tx, () => joinIncidents(system, tx, part));
        for (const { rule } of part) runs.get(rule.id)!.joined += 1;
      },
      refuse,
    );
  });
}

async function decide(tx: Tx, matches: readonly Match[]): Promise<Plan> {
  const ofRules = await incidentsOfRules(tx, [...new Set(matches.map(({ rule }) => rule.id))]);
  const resources = ofRules.flatMap(({ isOpen, resources: own }) => (isOpen ? [...own.keys()] : []));
  const ancestry = await loadAncestry(tx, [...matches.map(({ candidate }) => keyOf(candidate)), ...resources]);
  const concerned = new Set(
    matches.flatMap(({ candidate }) => [keyOf(candidate), ...ancestry.above(keyOf(candidate))]),
  );
  const index = new IncidentIndex(ancestry, mergeIncidents(ofRules, await incidentsAbout(tx, concerned)));
  const sorted = topDown([...new Set(matches.map(({ candidate }) => candidate))], ancestry);
  const order = new Map(sorted.map((candidate, at) => [candidate, at]));
  return planMatches(
    index,
    matches.toSorted((a, b) => order.get(a.candidate)! - order.get(b.candidate)!),
    newId,
  );
}

interface Recorded {
  opened?: number;
  joined?: number;
  errors: readonly string[];
  idle?: readonly string[];
}

/** The job name in the job history. */
export const rulesHistoryName = "IncidentRules";

/** Adds a row to the job history of the rule. */
async function recordRun(
  { db }: Pick<System, "db">,
  rule: string,
  { opened = 0, joined = 0, errors, idle = [] }: Recorded,
): Promise<void> {
  const counts = { successes: opened + joined, failures: errors.length };
  await recordEnd(
    db.system,
    { id: newId(), name: rulesHistoryName, resource: { type: "incident_rule", id: rule }, startedAt: new Date() },
    {
      ...counts,
      status: statusOf(counts),
      details: {
        summary: { opened, joined, ...(idle.length > 0 && { responders_without_effect: [...idle] }) },
        ...(errors.length > 0 && { errors }),
      },
      durationMs: 0,
    },
  );
}
