// Tries out a check of an unsaved canary: finds the check, runs it with its dependencies, and builds the answer.
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { Problem, problem } from "#language/problem.ts";
import type { Json } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub.ts";
import type { tryCheck } from "../../contract.schema.ts";
import { boundedDocument, maxDetailBytes } from "../engine/bounds.ts";
import { deadlineMs } from "../engine/deadline.ts";
import { engineOf } from "../engine/engine.ts";
import { isPassive } from "../engine/turn-plan.ts";
import { asJson } from "#server/expression/as-json.ts";
import { writtenChecks } from "../spec/written-checks.ts";
import { dependenciesOf } from "./order.ts";
import { answerOf, type CheckResult } from "./result.ts";
import { runCanary } from "./run-canary.ts";
import { runnableOf, type RunnableCanary, type RunnableCheck } from "./runnable.ts";

export type TryRequest = z.output<typeof tryCheck.body>;
type Answer = z.output<typeof tryCheck.answer>;

/** A user waits for the answer in a form. */
const maxMs = 4 * 60_000;
const maxMadeShown = 50;

/** The selected check and its dependencies. */
export function findTried({
  name,
  namespace,
  labels = {},
  annotations = {},
  spec,
  check: { type, index },
}: TryRequest) {
  const canary: RunnableCanary = { id: randomUUID(), name, namespace, labels, annotations, spec, trust: "operator" };
  const list = spec[type];
  const meant: unknown = Array.isArray(list) ? list[index] : index === 0 ? list : undefined;
  const all = writtenChecks({ spec: spec as Json, namespace }).map((written) => runnableOf(written, canary));
  const check = all.find((one) => one.type === type && one.spec === meant);
  if (!check) throw problem.badParts([{ path: "check", message: `does not exist in spec.${type}` }]);
  if (isPassive(type))
    throw problem.invalid(`A check of the type ${type} only receives results: there is nothing to run.`);
  const wanted = new Set([check]);
  for (const needed of wanted)
    for (const parent of dependenciesOf(needed)) for (const found of all) if (found.name === parent) wanted.add(found);
  return { canary, check, checks: all.filter((one) => wanted.has(one)) };
}

interface Trying {
  canary: RunnableCanary;
  checks: readonly RunnableCheck[];
  check: RunnableCheck;
  signal: AbortSignal;
  scrubber: Scrubber;
}

export async function runTried(
  system: System,
  { canary, checks, check, signal, scrubber }: Trying,
): Promise<CheckResult> {
  signal.throwIfAborted();
  const engine = engineOf(system);
  await engine.settings.ready();
  const limit = (one: RunnableCheck) => Math.min(maxMs, deadlineMs(one, canary.spec, undefined));
  const { results } = await runCanary(canary, checks, engine.run.around, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]),
    signalOf: (one) => AbortSignal.timeout(limit(one)),
    scrubber,
  });
  if (signal.aborted) throw new Problem("timeout", "The client cancelled this test.", { status: 499 });
  return results.get(check)!;
}

export function tryAnswer(check: RunnableCheck, result: CheckResult, scrubber: Scrubber): Answer {
  const { createdChecks = [], createdCanaries = [] } = result;
  return {
    name: check.name,
    type: check.type,
    namespace: check.canary.namespace,
    description: result.description ?? check.description,
    labels: { ...check.canary.labels, ...check.labels, ...result.labels },
    ...answerOf(result),
    display_type: result.displayType,
    detail: shown(result.detail),
    data: shown(scrubber.document(asJson(result.data))),
    metrics: result.metrics.map(({ name, type, labels, value }) => ({ name, type, labels, value })),
    made_checks: createdChecks
      .slice(0, maxMadeShown)
      .map(({ name, type, verdict, message, error }) => ({ name, type, pass: verdict === "healthy", message, error })),
    made_checks_total: createdChecks.length,
    made_canaries: createdCanaries.map(({ name }) => name),
  };
}

/** Truncated in the same way as stored documents. */
const shown = (value: Json) => JSON.parse(boundedDocument(value, maxDetailBytes) ?? "null") as Json;
