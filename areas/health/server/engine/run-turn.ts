// What is run at one time: a check by itself, or the checks of a canary, each after those it depends on. Checks that do not
// depend on one another do not wait for one another.
import { createScrubber } from "#server/scrub.ts";
import { foldResults } from "../run/fold-junit.ts";
import type { CheckRan } from "../run/result.ts";
import { outputOf } from "../run/seen.ts";
import type { LoadedCanary, LoadedCheck } from "./loaded.ts";
import { runOne, type RunOneOptions, type RunTools } from "./run-one.ts";

export interface Run {
  of: LoadedCheck;
  ran: CheckRan;
}

type TurnOptions = Pick<RunOneOptions, "signal" | "waitMs"> & {
  lastResult(checkId: string): NonNullable<RunOneOptions["lastResult"]>;
};

/** The runs of these checks of a canary; undefined when they were given up. */
export async function runTurn(
  loaded: LoadedCanary,
  wanted: readonly LoadedCheck[],
  tools: RunTools,
  options: TurnOptions,
): Promise<Run[] | undefined> {
  const { canary, byName, parts } = loaded;
  if (!parts) return runTogether(byName, wanted, tools, options);
  const runs = await runTogether(new Map(parts.map((part) => [part.check.name, part])), parts, tools, options);
  const results = runs?.map(({ of, ran: { result } }) => ({ check: of.check, result }));
  return results && wanted.map((of) => ({ of, ran: { result: foldResults(canary.name, results) } }));
}

async function runTogether(
  byName: ReadonlyMap<string, LoadedCheck>,
  wanted: readonly LoadedCheck[],
  tools: RunTools,
  { signal, waitMs, lastResult }: TurnOptions,
): Promise<Run[] | undefined> {
  const begun = new Map<LoadedCheck, Promise<CheckRan | undefined>>();
  // What one finds is given to others: they have their secrets in common.
  const scrubber = createScrubber();
  const begin = (one: LoadedCheck): Promise<CheckRan | undefined> => {
    const known = begun.get(one);
    if (known) return known;
    const run = runAfterParents(one);
    begun.set(one, run);
    return run;
  };
  const runAfterParents = async (one: LoadedCheck) => {
    const outputs: Record<string, unknown> = {};
    for (const name of one.dependsOn) {
      const parent = byName.get(name);
      const ran = parent && (await begin(parent));
      if (ran) outputs[name] = outputOf(ran.result);
    }
    if (signal.aborted) return undefined;
    const options = { signal, waitMs, scrubber, lastResult: lastResult(one.check.id) };
    return runOne(one, tools, one.dependsOn.length > 0 ? { ...options, outputs } : options);
  };
  const runs = await Promise.all(wanted.map(async (of) => ({ of, ran: await begin(of) })));
  if (signal.aborted) return undefined;
  return runs.flatMap(({ of, ran }) => (ran ? [{ of, ran }] : []));
}
