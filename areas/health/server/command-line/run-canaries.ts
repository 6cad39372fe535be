// Runs every check of the given canaries once, without a server and without a database.
import { randomUUID } from "node:crypto";
import type { Json } from "#language/columns.ts";
import { asJson } from "#lib/json/json.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { takeTurns } from "#lib/async/turns.ts";
import { deadlineMs } from "../run/timing.ts";
import { isPassive } from "../checks/index.ts";
import { foldedCheck, writtenChecks } from "../spec/written-checks.ts";
import type { FileCanary } from "./read-files.ts";
import type { CheckResult, NamedResult } from "../run/result.ts";
import { runCanary } from "../run/run-canary.ts";
import type { Surroundings } from "../run/run-check.ts";
import { runnableOf, type RunnableCanary } from "../run/runnable.ts";

export interface Line extends NamedResult {
  canary: string;
  namespace: string;
  /** Unknown fields of the check and of its canary. */
  warnings: readonly string[];
}

export interface CanariesRan {
  lines: readonly Line[];
  notes: readonly string[];
}

const canariesAtOnce = 8;
const checksAtOnce = 32;

export async function runCanaries(
  canaries: readonly FileCanary[],
  around: Surroundings,
  { signal }: { signal: AbortSignal },
): Promise<CanariesRan> {
  const turns = (atOnce: number) =>
    takeTurns({ atOnce, waiting: Number.POSITIVE_INFINITY, refuse: () => new Error("never") });
  const canaryInTurn = turns(canariesAtOnce);
  const checkInTurn = turns(checksAtOnce);
  const notes: string[] = [];

  async function linesOf(read: FileCanary): Promise<Line[]> {
    const { name, namespace, labels, annotations, spec } = read;
    const warningsOf = (check: { type: string; name: string }) =>
      read.warnings
        .filter(({ check: about }) => about === undefined || (about.type === check.type && about.name === check.name))
        .map(({ text }) => text);
    const canary: RunnableCanary = { id: randomUUID(), name, namespace, labels, annotations, spec, trust: "operator" };
    const origin = { canary: name, namespace };
    const scrubber = createScrubber();
    const cleaned = <Result extends CheckResult>(result: Result) => ({
      ...result,
      data: scrubber.document(asJson(result.data)) as CheckResult["data"],
    });
    const checks = writtenChecks({ spec: spec as Json, namespace }).filter(({ type, name: check }) => {
      if (!isPassive(type)) return true;
      notes.push(`${namespace}/${name}: ${check} only receives results and was not run.`);
      return false;
    });
    const { results, folded } = await runCanary(
      canary,
      checks.map((check) => runnableOf(check, canary)),
      around,
      {
        signal,
        signalOf: (check) => AbortSignal.timeout(deadlineMs(check, spec, undefined)),
        inTurn: (_, run) => checkInTurn(run),
        scrubber,
      },
    );
    // If the results of a canary are combined, the server stores one check with the name of the canary.
    if (folded) {
      const [stored] = foldedCheck({ name, spec: spec as Json, namespace });
      const { type, description } = stored!;
      const warnings = read.warnings.map(({ text }) => text);
      return [{ ...cleaned(folded), ...origin, name, type, description: description ?? undefined, warnings }];
    }
    return [...results].flatMap(([check, result]) => {
      const { createdChecks = [], createdCanaries = [] } = result;
      for (const created of createdCanaries)
        notes.push(`${namespace}/${name}: ${check.name} created the canary ${created.name}, which was not run.`);
      const description = result.description ?? check.description;
      return [
        {
          ...cleaned(result),
          ...origin,
          name: check.name,
          type: check.type,
          description,
          labels: { ...labels, ...check.labels, ...result.labels },
          warnings: warningsOf(check),
        },
        ...createdChecks.map((created) => ({
          ...cleaned(created),
          ...origin,
          namespace: created.namespace ?? namespace,
          warnings: warningsOf(check),
        })),
      ];
    });
  }

  const lines = await Promise.all(canaries.map((canary) => canaryInTurn(() => linesOf(canary))));
  signal.throwIfAborted();
  return { lines: lines.flat(), notes };
}
