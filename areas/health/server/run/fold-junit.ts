// Folds all results of a canary into one (`resultMode: junit`): a test suite that passes when no test fails.
import type { Json } from "#language/columns.ts";
import { boundedText, maxErrorBytes } from "../engine/bounds.ts";
import type { CheckResult } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";

const statuses = { healthy: "passed", unhealthy: "failed", could_not_check: "skipped" } as const;

/** JUnit reports durations in seconds. */
const seconds = (ms: number) => ms / 1_000;

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
