// Runs a single check, or the checks of a canary, each after its dependencies. Independent checks do not wait for each
// other.
import { createScrubber } from "#server/scrub.ts";
import { foldResults } from "../run/fold-junit.ts";
import type { CheckRan } from "../run/result.ts";
import { outputOf } from "../run/expression-values.ts";
import type { LoadedCanary, LoadedCheck } from "./loaded.ts";
import { runOne, type RunOneOptions, type RunTools } from "./run-one.ts";

export interface Run {
  loaded: LoadedCheck;
  ran: CheckRan;
}

type TurnOptions = Pick<RunOneOptions, "signal" | "waitMs"> & {
  lastResult(checkId: string): NonNullable<RunOneOptions["lastResult"]>;
};

/** Runs these checks of a canary; returns undefined when the turn was aborted. */
export async function runTurn(
  loaded: LoadedCanary,
  wanted: readonly LoadedCheck[],
  tools: RunTools,
  options: TurnOptions,
): Promise<Run[] | undefined> {
  const { canary, byName, parts } = loaded;
  if (!parts) return runTogether(byName, wanted, tools, options);
  const runs = await runTogether(new Map(parts.map((part) => [part.check.name, part])), parts, tools, options);
  const results = runs?.map(({ loaded: part, ran: { result } }) => ({ check: part.check, result }));
  return results && wanted.map((check) => ({ loaded: check, ran: { result: foldResults(canary.name, results) } }));
}

async function runTogether(
  byName: ReadonlyMap<string, LoadedCheck>,
  wanted: readonly LoadedCheck[],
  tools: RunTools,
  { signal, waitMs, lastResult }: TurnOptions,
): Promise<Run[] | undefined> {
  const started = new Map<LoadedCheck, Promise<CheckRan | undefined>>();
  // Outputs pass between the checks, so all of them must remove the same secrets.
  const scrubber = createScrubber();
  const begin = (one: LoadedCheck): Promise<CheckRan | undefined> => {
    const known = started.get(one);
    if (known) return known;
    const run = runAfterParents(one);
    started.set(one, run);
    return run;
  };
  const runAfterParents = async (one: LoadedCheck) => {
    const outputs: Record<string, unknown> = {};
    for (const name of one.dependsOn) {
      const parent = byName.get(name);
      const parentRan = parent && (await begin(parent));
      if (parentRan) outputs[name] = outputOf(parentRan.result);
    }
    if (signal.aborted) return undefined;
    const options = { signal, waitMs, scrubber, lastResult: lastResult(one.check.id) };
    return runOne(one, tools, one.dependsOn.length > 0 ? { ...options, outputs } : options);
  };
  const runs = await Promise.all(wanted.map(async (check) => ({ loaded: check, ran: await begin(check) })));
  if (signal.aborted) return undefined;
  return runs.flatMap(({ loaded, ran }) => (ran ? [{ loaded, ran }] : []));
}
