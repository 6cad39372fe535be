// All results of a canary as one (`resultMode: junit`): a suite of tests, which passes when none fails.
import type { Json } from "#language/columns.ts";
import { boundedText, mostErrorBytes } from "../engine/bounds.ts";
import type { CheckResult } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";

export interface RanOfMany {
  check: Pick<RunnableCheck, "name" | "type" | "description" | "labels">;
  result: CheckResult;
}

const statuses = { healthy: "passed", unhealthy: "failed", could_not_check: "skipped" } as const;

/** Seconds, as such suites count. */
const seconds = (ms: number) => ms / 1_000;

export function foldResults(name: string, ran: readonly RanOfMany[]): CheckResult {
  const count = (verdict: CheckResult["verdict"]) => ran.filter(({ result }) => result.verdict === verdict).length;
  const [passed, failed, skipped] = [count("healthy"), count("unhealthy"), count("could_not_check")];
  const durationMs = ran.reduce((sum, { result }) => sum + result.durationMs, 0);
  const start = new Date(Math.min(...ran.map(({ result }) => result.start.getTime()), Date.now()));
  const errors = ran
    .filter(({ result }) => result.error !== "")
    .map(({ check, result }) => `${check.name}: ${result.error}`);
  const detail: Json = {
    name,
    passed,
    failed,
    skipped,
    duration: seconds(durationMs),
    tests: ran.map(({ check, result }) => ({
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
    isInvalid: failed > 0 && ran.every(({ result }) => result.verdict !== "unhealthy" || result.isInvalid),
    start,
    durationMs,
    message: `${passed} of ${ran.length} passed`,
    error: boundedText(errors.join(", "), mostErrorBytes) ?? "",
    detail,
    data: { results: detail },
    labels: {},
    metrics: ran.flatMap(({ result }) => result.metrics),
    artifacts: ran.flatMap(({ result }) => result.artifacts),
  };
}
