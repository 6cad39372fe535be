// What is run at one time: a check by itself, or the checks of a canary, each after those it depends on. Checks that do not
// depend on one another do not wait for one another.
import type { CheckRan, CheckResult } from "../run/result.ts";
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
export async function runTogether(
  { checks }: LoadedCanary,
  wanted: readonly LoadedCheck[],
  tools: RunTools,
  { signal, waitMs, lastResult }: TurnOptions,
): Promise<Run[] | undefined> {
  const byName = new Map([...checks.values()].map((one) => [one.check.name, one]));
  const begun = new Map<LoadedCheck, Promise<CheckRan | undefined>>();
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
      if (ran?.result.verdict === "healthy") outputs[name] = outputOf(ran.result);
    }
    if (signal.aborted) return undefined;
    const options = { signal, waitMs, lastResult: lastResult(one.check.id) };
    return runOne(one, tools, one.dependsOn.length > 0 ? { ...options, outputs } : options);
  };
  const runs = await Promise.all(wanted.map(async (of) => ({ of, ran: await begin(of) })));
  if (signal.aborted) return undefined;
  return runs.flatMap(({ of, ran }) => (ran ? [{ of, ran }] : []));
}

/** What a check that passed hands on. */
const outputOf = ({ verdict, message, durationMs, data }: CheckResult) => ({
  pass: verdict === "healthy",
  message,
  duration: durationMs,
  ...data,
});
