// Runs a single check, or the checks of a canary, each after its dependencies. Independent checks do not wait for each
// other. Each run waits for a slot and always ends at its deadline. Its result distinguishes failures of Quarterdeck
// from failures of the target.
import { setTimeout as delay } from "node:timers/promises";
import { createScrubber } from "#server/scrub/scrub.ts";
import { printDuration } from "#lib/time/duration.ts";
import { timeLimit } from "#lib/async/time-limit.ts";
import { foldResults } from "../run/run-canary.ts";
import { couldNotCheck, type CheckResult } from "../run/result.ts";
import { outputOf } from "../run/expressions.ts";
import type { LoadedCanary, LoadedCheck } from "./loaded.ts";
import { runCheck, type RunOptions, type Surroundings } from "../run/run-check.ts";
import type { Caps } from "./concurrency.ts";

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
  // Outputs pass between the checks, so all checks must remove the same secrets.
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

export interface RunTools {
  around: Surroundings;
  caps: Caps;
}

export interface RunOneOptions extends Pick<RunOptions, "outputs" | "lastResult" | "scrubber"> {
  /** Aborted when the result is no longer needed. */
  signal: AbortSignal;
  /** Maximum time to wait for a slot. */
  waitMs: number;
}

/** Time after the deadline in which a run may still return its own result. */
const graceMs = 250;

/**
 * Returns undefined if the run was aborted. If a delay of this process made a run unusable, it is repeated once,
 * immediately.
 */
export async function runOne(
  check: LoadedCheck,
  { around, caps }: RunTools,
  { signal, waitMs, ...options }: RunOneOptions,
): Promise<CheckResult | undefined> {
  const { host, deadlineMs } = check;
  const release = await caps.take({ type: check.type, host }, { withinMs: waitMs, signal });
  if (signal.aborted) return release?.() as undefined;
  if (!release) return couldNotCheck(overloaded(check.type, host, waitMs));
  const run = (isRepeated: boolean) =>
    runWithin(deadlineMs, signal, (limited) => runCheck(check, around, { signal: limited, isRepeated, ...options }));
  try {
    const first = await run(true);
    return first?.isSpoiled ? await run(false) : first;
  } catch (error) {
    // A run returns a result in every case, so an exception is a bug in Quarterdeck, not a failure of the target.
    around.log.error({ err: error, check: check.id, type: check.type }, "running a check failed");
    const message = error instanceof Error ? error.message : String(error);
    return couldNotCheck(`Running the check failed: ${message}`);
  } finally {
    release();
  }
}

async function runWithin(
  deadlineMs: number,
  signal: AbortSignal,
  run: (limited: AbortSignal) => Promise<CheckResult>,
): Promise<CheckResult | undefined> {
  if (signal.aborted) return undefined;
  const start = new Date();
  const message = `The check did not finish within ${printDuration(deadlineMs)}`;
  const limit = timeLimit({ timeoutMs: deadlineMs, signal, message });
  const late = Symbol("late");
  const ended = new Promise<typeof late>((resolve) => {
    limit.signal.addEventListener("abort", () => void delay(graceMs).then(() => resolve(late)), { once: true });
  });
  try {
    const result = await Promise.race([run(limit.signal), ended]);
    if (signal.aborted) return undefined;
    return result === late ? leftBehind(start, deadlineMs) : result;
  } finally {
    limit.done();
  }
}

const overloaded = (type: string, host: string | undefined, waitMs: number) =>
  `Runner overload: within ${printDuration(waitMs)} no slot was free for another ${type} check${host === undefined ? "" : ` of ${host}`}.`;

/**
 * At the deadline all waits of a kind are aborted, so any work that continues after the deadline is work of Quarterdeck
 * itself.
 */
const leftBehind = (start: Date, deadlineMs: number): CheckResult =>
  couldNotCheck(
    `The run did not finish within ${printDuration(deadlineMs)}: the runner was still preparing or evaluating it.`,
    start,
  );
