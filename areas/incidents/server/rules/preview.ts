// Computes which incidents a rule would have opened in the last days, from the history of the resources that it selects
// now. It decides with the same code as the engine.
import { Problem, problem } from "#language/problem.ts";
import { takeTurns } from "#lib/async/turns.ts";
import { DAY } from "#lib/time/zoned-time.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { RulePreview } from "../../contract/automation.ts";
import { readIntervals, type Ids, type Interval } from "../history/intervals.ts";
import { loadParents } from "../history/parents.ts";
import { keyOf, resourceKinds, type ResourceKind } from "../history/resource.ts";
import type { IncidentRuleSpec } from "../spec.ts";
import { ancestryOf } from "./ancestry.ts";
import { readableKindsOf } from "./authors.ts";
import { findCandidates, type Candidate } from "./candidates.ts";
import { pausing, replayFailures, type Failure } from "./replay-failures.ts";
import { ageOf, fitsFilter, isInHours, statusesOf, type Rule } from "./rule.ts";

const maxResources = 2_000;

/** A preview reads the history of many resources, so the number of simultaneous previews is limited. */
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

async function preview(
  system: Pick<System, "db" | "catalog">,
  actor: Actor,
  rule: Rule,
  days: number,
): Promise<RulePreview> {
  const client = system.db.reading(claimsOf(actor, "read"));
  const readable = await findCandidates(system, {
    client,
    kinds: readableKindsOf(actor),
    rules: [rule],
    anyStatus: true,
    report: (_, message) => {
      throw problem.badParts([{ path: "body.spec", message: `A selector cannot be used: ${message}` }]);
    },
  });
  const selected = readable.slice(0, maxResources);
  const idsOf = (kind: ResourceKind) => selected.filter((one) => one.kind === kind).map(({ id }) => id);
  const ids: Ids = Object.fromEntries(resourceKinds.map((kind) => [kind, idsOf(kind)]));
  const to = new Date();
  const span = { from: new Date(to.getTime() - days * DAY), to };
  const history = await readIntervals(client, ids, span);
  const failures: Failure[] = [];
  let skipped = 0;
  const pause = pausing();
  for (const candidate of selected)
    for (const failure of failuresOf(rule, candidate, history.get(keyOf(candidate)) ?? [])) {
      await pause();
      const opensAt = failure.from + ageOf(rule);
      if (opensAt >= failure.to || !isInHours(rule, opensAt)) skipped += 1;
      else failures.push({ ...failure, from: opensAt });
    }
  const parents = await loadParents(system.db.system, selected.map(keyOf));
  const { opened, isCut } = await replayFailures(
    rule,
    failures,
    ancestryOf(parents, new Set(parents.values().flatMap((own) => own))),
  );
  return { opened, skipped, isCut: isCut || readable.length > maxResources };
}

/** Only health has a history, so a rule for another status is compared with the current status. */
function failuresOf(rule: Rule, candidate: Candidate, intervals: readonly Interval[]): Failure[] {
  const wanted = statusesOf(rule);
  const isOwnStatus = candidate.status !== null && wanted.includes(candidate.status.toLowerCase());
  return intervals.flatMap(({ from, to, health }): Failure[] => {
    const isWanted = wanted.includes(health) || (isOwnStatus && health === candidate.health);
    const then = { ...candidate, health, status: health === candidate.health ? candidate.status : null, since: from };
    return isWanted && fitsFilter(rule, then) ? [{ candidate: then, from, to }] : [];
  });
}
