// The state of a run while it is judged: first the outcome of its kind, then the changes that expressions make to it.
import type { Json } from "#language/columns.ts";
import type { RunArtifact, Outcome } from "../check-kind.ts";
import { isTooDeep } from "./depth.ts";
import type { CreatedCanary, CreatedCheck, Metric } from "./result.ts";

export interface Finding {
  pass: boolean;
  /** The spec of the check cannot work. */
  isInvalid: boolean;
  /** Quarterdeck could not run the check, so nothing is known about the target. */
  isOurFault: boolean;
  /** It failed because something took too long. */
  tookTooLong: boolean;
  start: Date;
  durationMs: number;
  message: string;
  errors: string[];
  detail: Json;
  /** Undefined when the run has no data that expressions could read. */
  data: Readonly<Record<string, unknown>> | undefined;
  labels: Readonly<Record<string, string>>;
  metrics: readonly Metric[];
  artifacts: readonly RunArtifact[];
  /** Text that is added to the error of a failed test, such as the output of a script. */
  output: string | undefined;
  description: string | undefined;
  displayType: string | undefined;
  createdChecks: readonly CreatedCheck[] | undefined;
  createdCanaries: readonly CreatedCanary[] | undefined;
}

const nothing = {
  isInvalid: false,
  isOurFault: false,
  tookTooLong: false,
  message: "",
  detail: null,
  data: undefined,
  labels: {},
  metrics: [],
  artifacts: [],
  output: undefined,
  description: undefined,
  displayType: undefined,
  createdChecks: undefined,
  createdCanaries: undefined,
} as const;

export function foundBy(outcome: Outcome, start: Date, elapsedMs: number): Finding {
  const finding = {
    ...nothing,
    pass: outcome.pass,
    tookTooLong: outcome.tookTooLong ?? false,
    start,
    durationMs: Math.round(outcome.durationMs ?? elapsedMs),
    message: outcome.message ?? "",
    errors: outcome.error === undefined || outcome.error === "" ? [] : [outcome.error],
    detail: outcome.detail ?? null,
    data: outcome.data ?? {},
    labels: outcome.labels ?? nothing.labels,
    metrics: outcome.metrics ?? nothing.metrics,
    artifacts: outcome.artifacts ?? nothing.artifacts,
    output: outcome.output,
  };
  if (!isTooDeep([finding.detail, finding.data])) return finding;
  const errors = [...finding.errors, "the result is nested too deeply"];
  return { ...finding, pass: false, errors, detail: null, data: {} };
}

/** A run that ended without an outcome of its kind. */
export const failed = (
  error: string,
  {
    start,
    elapsedMs,
    because,
    tookTooLong = false,
  }: { start: Date; elapsedMs: number; because: "target" | "spec" | "us"; tookTooLong?: boolean },
): Finding => ({
  ...nothing,
  pass: false,
  isInvalid: because === "spec",
  isOurFault: because === "us",
  tookTooLong,
  start,
  durationMs: Math.round(elapsedMs),
  errors: [error],
});

/** Adds a reason why the run fails. */
export function fail(finding: Finding, error: string): void {
  finding.pass = false;
  finding.errors.push(error);
}
