// The result of a run. A result has three types on its way from the target to the database:
//
//   Outcome      one attempt, as the check kind returns it                check-kind.ts
//   CheckResult  the run after retries, expressions and scrubbing         this file
//   StoredRun    the result with its check: a row of check_statuses       engine/record.ts
//
// run-check.ts creates the CheckResult of each attempt. Expressions and transforms change it in place (judge.ts,
// transform.ts), and clean-result.ts removes secrets and limits its size. No other code changes it.
import type { Json } from "#language/columns.ts";
import type { Outcome, RunArtifact } from "../check-kind.ts";

/** could_not_check means that the state of the target is unknown because of a fault in Quarterdeck. */
export type Verdict = "healthy" | "unhealthy" | "could_not_check";

export interface Metric {
  name: string;
  type: "counter" | "gauge" | "histogram";
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface CheckResult {
  verdict: Verdict;
  /** The spec of the check is at fault: the run is unhealthy, but does not count in uptime. */
  isInvalid: boolean;
  /** The run failed because something took too long. */
  tookTooLong?: boolean | undefined;
  /**
   * A delay of this process made the run unusable, so nothing is known about the target and the run is repeated
   * immediately.
   */
  isSpoiled?: boolean | undefined;
  start: Date;
  durationMs: number;
  message: string;
  /** Several failures are joined with a comma. For could_not_check: the fault in Quarterdeck. */
  error: string;
  detail: Json;
  /**
   * The data that the expressions of this check and of dependent checks can read. `noData` if the kind returned no
   * outcome.
   */
  data: Readonly<Record<string, unknown>>;
  /** The run could read only a part of the target, so checks that are missing from its result must not be deleted. */
  isPartial?: boolean | undefined;
  labels: Readonly<Record<string, string>>;
  metrics: readonly Metric[];
  artifacts: readonly RunArtifact[];
  description?: string | undefined;
  displayType?: string | undefined;
  /** The whole text of the display expression; `message` is limited in size. */
  displayed?: string | undefined;
  /** Undefined if the check has no transform that creates checks; empty if this run created no checks. */
  createdChecks?: readonly CreatedCheck[] | undefined;
  createdCanaries?: readonly CreatedCanary[] | undefined;
}

/** The result of a check that is not stored yet, or is never stored. */
export interface NamedResult extends CheckResult {
  name: string;
  type: string;
}

/** A check that a transform created, with its first result. */
export interface CreatedCheck extends NamedResult {
  namespace: string | undefined;
  icon: string | undefined;
  endpoint: string | undefined;
  /** Default: the severity of the check that created it. */
  severity?: string | undefined;
  deleteStrategy: "MarkHealthy" | "MarkUnhealthy" | "Ignore" | undefined;
  deletedAt: Date | undefined;
}

/** A canary that a transform created. */
export interface CreatedCanary {
  name: string;
  namespace: string | undefined;
  labels: Readonly<Record<string, string>>;
  spec: Readonly<Record<string, unknown>>;
}

/** Compared by identity: expressions are not evaluated if the data is this object. */
export const noData: CheckResult["data"] = Object.freeze({});
const noLabels: CheckResult["labels"] = Object.freeze({});
const none: readonly never[] = Object.freeze([]);

/** A result without data. */
export const bareResult = (verdict: Verdict, start: Date): CheckResult => ({
  verdict,
  isInvalid: false,
  start,
  durationMs: 0,
  message: "",
  error: "",
  detail: null,
  data: noData,
  labels: noLabels,
  metrics: none,
  artifacts: none,
});

export function resultOf(outcome: Outcome, start: Date, elapsedMs: number): CheckResult {
  const result: CheckResult = {
    verdict: outcome.pass ? "healthy" : "unhealthy",
    isInvalid: false,
    tookTooLong: outcome.tookTooLong,
    start,
    durationMs: Math.round(outcome.durationMs ?? elapsedMs),
    message: outcome.message ?? "",
    error: outcome.error ?? "",
    detail: outcome.detail ?? null,
    data: outcome.data ?? {},
    isPartial: outcome.isPartial,
    labels: outcome.labels ?? noLabels,
    metrics: outcome.metrics ?? none,
    artifacts: outcome.artifacts ?? none,
  };
  if (!isTooDeep([result.detail, result.data])) return result;
  fail(result, "the result is nested too deeply");
  return Object.assign(result, { detail: null, data: {} });
}

/** The result of a run whose kind returned no outcome. */
export const failed = (
  error: string,
  {
    start,
    elapsedMs,
    because,
    tookTooLong = false,
  }: { start: Date; elapsedMs: number; because: "target" | "spec" | "us"; tookTooLong?: boolean },
): CheckResult => ({
  ...bareResult(because === "us" ? "could_not_check" : "unhealthy", start),
  isInvalid: because === "spec",
  tookTooLong,
  durationMs: Math.round(elapsedMs),
  error,
});

/** The result of a run that did not check the target, because of a fault in Quarterdeck. */
export const couldNotCheck = (reason: string, start = new Date()): CheckResult => ({
  ...bareResult("could_not_check", start),
  error: reason,
});

/** Adds a reason why the run failed. */
export function fail(result: CheckResult, error: string): void {
  result.verdict = "unhealthy";
  result.error = result.error === "" ? error : `${result.error}, ${error}`;
}

/** The fields of a result that are included in responses and reports. */
export const answerOf = (result: CheckResult) => ({
  start: result.start.toISOString(),
  duration: result.durationMs,
  pass: result.verdict === "healthy",
  invalid: result.isInvalid,
  could_not_check: result.verdict === "could_not_check",
  message: result.message,
  error: result.error,
});

/**
 * Maximum nesting depth of documents. Code that walks a document is recursive, and a few thousand levels would overflow
 * the stack, so the response of a target could crash this process.
 */
const maxDepth = 500;

/** The recursion is cheap, because the depth is limited. */
export function isTooDeep(document: unknown, levelsLeft = maxDepth): boolean {
  if (typeof document !== "object" || document === null || ArrayBuffer.isView(document)) return false;
  if (levelsLeft === 0) return true;
  if (Array.isArray(document)) {
    for (const part of document) if (isTooDeep(part, levelsLeft - 1)) return true;
    return false;
  }
  for (const name in document)
    if (
      Object.hasOwn(document, name) &&
      isTooDeep((document as Readonly<Record<string, unknown>>)[name], levelsLeft - 1)
    )
      return true;
  return false;
}
