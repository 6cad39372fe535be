// Runs a canary as a whole: each check after its dependencies and with their outputs. A check runs even if a dependency
// failed; the code that sends notifications avoids duplicates.
import { createScrubber, type Scrubber } from "#server/scrub.ts";
import { failed } from "./finding.ts";
import { foldResults } from "./fold-junit.ts";
import { ordered } from "./order.ts";
import type { CheckRan, CheckResult } from "./result.ts";
import { runCheck, type RunOptions, type Surroundings } from "./run-check.ts";
import type { RunnableCanary, RunnableCheck } from "./runnable.ts";
import { outputOf } from "./expression-values.ts";
import { scrubbedRun } from "./scrubbed-run.ts";

export interface CanaryRunOptions {
  /** Aborts all checks. */
  signal: AbortSignal;
  /** Deadline of a single check, created when the check starts. Default: no deadline besides `signal`. */
  signalOf?: ((check: RunnableCheck) => AbortSignal) | undefined;
  lastResultOf?: ((check: RunnableCheck) => ReturnType<NonNullable<RunOptions["lastResult"]>>) | undefined;
  /** Queues a check when too many would connect to one machine at once. */
  inTurn?: (<Ran>(check: RunnableCheck, run: () => Promise<Ran>) => Promise<Ran>) | undefined;
  scrubber?: Scrubber | undefined;
}

export interface CanaryRan {
  /** Each check follows its dependencies. */
  checks: readonly { check: RunnableCheck; ran: CheckRan }[];
  /** All results folded into one, for `resultMode: junit`. */
  folded?: CheckResult | undefined;
}

export async function runCanary(
  canary: RunnableCanary,
  checks: readonly RunnableCheck[],
  around: Surroundings,
  options: CanaryRunOptions,
): Promise<CanaryRan> {
  const { signal, signalOf, lastResultOf, inTurn = (_, run) => run() } = options;
  // Outputs pass between the checks, so all of them must remove the same secrets.
  const { scrubber = createScrubber() } = options;
  const outputs: Record<string, unknown> = {};
  const order = ordered(checks);
  const runs: Promise<CheckRan>[] = [];
  for (const { check, after, wrong } of order)
    runs.push(
      (async () => {
        if (wrong !== undefined) return invalid(wrong);
        await Promise.all(after.map((place) => runs[place]!));
        const checkRan = await inTurn(check, () =>
          runCheck(check, around, {
            signal: signalOf ? AbortSignal.any([signal, signalOf(check)]) : signal,
            // A copy, because other checks keep adding outputs.
            outputs: { ...outputs },
            lastResult: lastResultOf && (() => lastResultOf(check)),
            scrubber,
          }),
        );
        outputs[check.name] = outputOf(checkRan.result);
        return checkRan;
      })(),
    );
  const done = await Promise.all(runs);
  const completed = order.map(({ check }, index) => ({ check, ran: done[index]! }));
  if (canary.spec["resultMode"] !== "junit") return { checks: completed };
  const results = completed.map(({ check, ran: { result } }) => ({ check, result }));
  return { checks: completed, folded: foldResults(canary.name, results) };
}

const invalid = (error: string): CheckRan =>
  scrubbedRun(failed(error, { start: new Date(), elapsedMs: 0, because: "spec" }), createScrubber());
