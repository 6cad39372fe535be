// One run of a canary as a whole: each check when those that it leans on are done, and with what they found. One that leans
// on a check that failed is run all the same; that nobody is woken twice is the business of who tells.
import { createScrubber, type Scrubber } from "#server/scrub.ts";
import { failed } from "./finding.ts";
import { foldResults } from "./fold-junit.ts";
import { ordered } from "./order.ts";
import type { CheckRan, CheckResult } from "./result.ts";
import { runCheck, type RunOptions, type Surroundings } from "./run-check.ts";
import type { RunnableCanary, RunnableCheck } from "./runnable.ts";
import { outputOf } from "./seen.ts";
import { told } from "./told.ts";

export interface CanaryRunOptions {
  /** Ends all of it. */
  signal: AbortSignal;
  /** Of one check; without it a check has as long as the canary. Asked when the check begins. */
  signalOf?: ((check: RunnableCheck) => AbortSignal) | undefined;
  lastResultOf?: ((check: RunnableCheck) => ReturnType<NonNullable<RunOptions["lastResult"]>>) | undefined;
  /** Lets a check wait for its turn, where too many would ask one machine at once. */
  inTurn?: (<Ran>(check: RunnableCheck, run: () => Promise<Ran>) => Promise<Ran>) | undefined;
  scrubber?: Scrubber | undefined;
}

export interface CanaryRan {
  /** Each after those that it leans on. */
  checks: readonly { check: RunnableCheck; ran: CheckRan }[];
  /** All of them as one, where the canary says so (`resultMode: junit`). */
  folded?: CheckResult | undefined;
}

export async function runCanary(
  canary: RunnableCanary,
  checks: readonly RunnableCheck[],
  around: Surroundings,
  options: CanaryRunOptions,
): Promise<CanaryRan> {
  const { signal, signalOf, lastResultOf, inTurn = (_, run) => run() } = options;
  // What one finds is given to others: they have their secrets in common.
  const { scrubber = createScrubber() } = options;
  const outputs: Record<string, unknown> = {};
  const order = ordered(checks);
  const runs: Promise<CheckRan>[] = [];
  for (const { check, after, wrong } of order)
    runs.push(
      (async () => {
        if (wrong !== undefined) return invalid(wrong);
        await Promise.all(after.map((place) => runs[place]!));
        const ran = await inTurn(check, () =>
          runCheck(check, around, {
            signal: signalOf ? AbortSignal.any([signal, signalOf(check)]) : signal,
            // Others go on adding to it.
            outputs: { ...outputs },
            lastResult: lastResultOf && (() => lastResultOf(check)),
            scrubber,
          }),
        );
        outputs[check.name] = outputOf(ran.result);
        return ran;
      })(),
    );
  const done = await Promise.all(runs);
  const ran = order.map(({ check }, index) => ({ check, ran: done[index]! }));
  if (canary.spec["resultMode"] !== "junit") return { checks: ran };
  const results = ran.map(({ check, ran: { result } }) => ({ check, result }));
  return { checks: ran, folded: foldResults(canary.name, results) };
}

const invalid = (error: string): CheckRan =>
  told(failed(error, { start: new Date(), elapsedMs: 0, because: "spec" }), createScrubber());
