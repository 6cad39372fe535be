// Runs a single check, or the checks of a canary, each after its dependencies. Independent checks do not wait for each
// other.
import { createScrubber } from "#server/scrub.ts";
import { foldResults } from "../run/fold-junit.ts";
import type { CheckResult } from "../run/result.ts";
import { outputOf } from "../run/expression-values.ts";
import type { LoadedCanary, LoadedCheck } from "./loaded.ts";
import { runOne, type RunOneOptions, type RunTools } from "./run-one.ts";

type Results = ReadonlyMap<LoadedCheck, CheckResult>;

type TurnOptions = Pick<RunOneOptions, "signal" | "waitMs"> & {
  lastResult(checkId: string): NonNullable<RunOneOptions["lastResult"]>;
};

/** Runs these checks of a canary; returns undefined when the turn was aborted. */
export async function runTurn(
  loaded: LoadedCanary,
  wanted: readonly LoadedCheck[],
  tools: RunTools,
  options: TurnOptions,
): Promise<Results | undefined> {
  const { canary, byName, parts } = loaded;
  if (!parts) return runTogether(byName, wanted, tools, options);
  const results = await runTogether(new Map(parts.map((part) => [part.name, part])), parts, tools, options);
  return results && new Map(wanted.map((check) => [check, foldResults(canary.name, results)]));
}

async function runTogether(
  byName: ReadonlyMap<string, LoadedCheck>,
  wanted: readonly LoadedCheck[],
  tools: RunTools,
  { signal, waitMs, lastResult }: TurnOptions,
): Promise<Results | undefined> {
  const started = new Map<LoadedCheck, Promise<CheckResult | undefined>>();
  // Outputs pass between the checks, so all of them must remove the same secrets.
  const scrubber = createScrubber();
  const begin = (check: LoadedCheck): Promise<CheckResult | undefined> => {
    const known = started.get(check);
    if (known) return known;
    const run = runAfterParents(check);
    started.set(check, run);
    return run;
  };
  const runAfterParents = async (check: LoadedCheck) => {
    const outputs: Record<string, unknown> = {};
    for (const name of check.dependsOn) {
      const parent = byName.get(name);
      const result = parent && (await begin(parent));
      if (result) outputs[name] = outputOf(result);
    }
    if (signal.aborted) return undefined;
    const options = { signal, waitMs, scrubber, lastResult: lastResult(check.id) };
    return runOne(check, tools, check.dependsOn.length > 0 ? { ...options, outputs } : options);
  };
  const results = new Map<LoadedCheck, CheckResult>();
  for (const [index, result] of (await Promise.all(wanted.map(begin))).entries())
    if (result) results.set(wanted[index]!, result);
  return signal.aborted ? undefined : results;
}
