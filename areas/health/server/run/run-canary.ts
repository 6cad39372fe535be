// Runs a canary as a whole: each check after its dependencies and with their outputs. A check runs even if a dependency
// failed; the code that sends notifications avoids duplicates.
import { createScrubber, type Scrubber } from "#server/scrub/scrub.ts";
import type { Json } from "#language/columns.ts";
import { ordered } from "./dependencies.ts";
import { failed, type CheckResult } from "./result.ts";
import { runCheck, type RunOptions, type Surroundings } from "./run-check.ts";
import type { RunnableCanary, RunnableCheck } from "./runnable.ts";
import { outputOf } from "./expressions.ts";
import { boundedText, maxErrorBytes } from "./clean-result.ts";

export interface CanaryRunOptions {
  /** Aborts all checks. */
  signal: AbortSignal;
  /** Creates the deadline of a single check when the check starts. Default: no deadline besides `signal`. */
  signalOf?: ((check: RunnableCheck) => AbortSignal) | undefined;
  lastResultOf?: ((check: RunnableCheck) => ReturnType<NonNullable<RunOptions["lastResult"]>>) | undefined;
  /** Queues a check if too many checks would connect to one machine at once. */
  inTurn?: ((check: RunnableCheck, run: () => Promise<CheckResult>) => Promise<CheckResult>) | undefined;
  scrubber?: Scrubber | undefined;
}

export interface CanaryResults {
  /** The results in the order of the run: each check follows its dependencies. */
  results: ReadonlyMap<RunnableCheck, CheckResult>;
  /** All results combined into one, for `resultMode: junit`. */
  folded?: CheckResult | undefined;
}

export async function runCanary(
  canary: RunnableCanary,
  checks: readonly RunnableCheck[],
  around: Surroundings,
  options: CanaryRunOptions,
): Promise<CanaryResults> {
  const { signal, signalOf, lastResultOf, inTurn = (_, run) => run() } = options;
  // Outputs pass between the checks, so all checks must remove the same secrets.
  const { scrubber = createScrubber() } = options;
  const outputs: Record<string, unknown> = {};
  const order = ordered(checks);
  const runs: Promise<CheckResult>[] = [];
  for (const { check, after, wrong } of order)
    runs.push(
      (async () => {
        if (wrong !== undefined) return failed(wrong, { start: new Date(), elapsedMs: 0, because: "spec" });
        await Promise.all(after.map((place) => runs[place]!));
        const result = await inTurn(check, () =>
          runCheck(check, around, {
            signal: signalOf ? AbortSignal.any([signal, signalOf(check)]) : signal,
            // Copied, because other checks keep adding outputs.
            outputs: { ...outputs },
            lastResult: lastResultOf && (() => lastResultOf(check)),
            scrubber,
          }),
        );
        outputs[check.name] = outputOf(result);
        return result;
      })(),
    );
  const done = await Promise.all(runs);
  const results = new Map(order.map(({ check }, index) => [check, done[index]!]));
  if (canary.spec["resultMode"] !== "junit") return { results };
  return { results, folded: foldResults(canary.name, results) };
}

const statuses = { healthy: "passed", unhealthy: "failed", could_not_check: "skipped" } as const;

/** JUnit reports durations in seconds. */
const seconds = (ms: number) => ms / 1_000;

/** Combines all results of a canary into one (`resultMode: junit`): a test suite that passes if no test fails. */
export function foldResults(name: string, byCheck: ReadonlyMap<RunnableCheck, CheckResult>): CheckResult {
  const results = [...byCheck.values()];
  const count = (verdict: CheckResult["verdict"]) => results.filter((result) => result.verdict === verdict).length;
  const [passed, failed, skipped] = [count("healthy"), count("unhealthy"), count("could_not_check")];
  const durationMs = results.reduce((sum, result) => sum + result.durationMs, 0);
  const start = new Date(Math.min(...results.map((result) => result.start.getTime()), Date.now()));
  const errors = [...byCheck]
    .filter(([, { error }]) => error !== "")
    .map(([check, { error }]) => `${check.name}: ${error}`);
  const detail: Json = {
    name,
    passed,
    failed,
    skipped,
    duration: seconds(durationMs),
    tests: [...byCheck].map(([check, result]) => ({
      name: check.description || check.name,
      classname: check.type,
      status: statuses[result.verdict],
      message: result.error || result.message,
      duration: seconds(result.durationMs),
      properties: { ...check.labels, ...result.labels },
    })),
  };
  return {
    verdict: failed > 0 ? "unhealthy" : skipped > 0 ? "could_not_check" : "healthy",
    isInvalid: failed > 0 && results.every((result) => result.verdict !== "unhealthy" || result.isInvalid),
    start,
    durationMs,
    message: `${passed} of ${results.length} passed`,
    error: boundedText(errors.join(", "), maxErrorBytes) ?? "",
    detail,
    data: { results: detail },
    labels: {},
    metrics: results.flatMap((result) => result.metrics),
    artifacts: results.flatMap((result) => result.artifacts),
  };
}
