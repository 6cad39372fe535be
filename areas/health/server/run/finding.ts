// What is known of a run while it is being judged: first what its kind found, then what expressions made of it.
import type { Json } from "#language/columns.ts";
import type { MadeArtifact, Outcome } from "../check-kind.ts";
import { isTooDeep } from "./depth.ts";
import type { MadeCanary, MadeCheck, Metric } from "./result.ts";

export interface Finding {
  pass: boolean;
  /** The check is written so that it cannot work. */
  isInvalid: boolean;
  /** We could not look. */
  isOurFault: boolean;
  /** It failed because something took too long. */
  tookTooLong: boolean;
  start: Date;
  durationMs: number;
  message: string;
  errors: string[];
  detail: Json;
  /** Undefined when the run came to nothing that expressions could look at. */
  data: Readonly<Record<string, unknown>> | undefined;
  labels: Readonly<Record<string, string>>;
  metrics: readonly Metric[];
  artifacts: readonly MadeArtifact[];
  /** Text that a failed test is reported with, such as the output of a script. */
  output: string | undefined;
  description: string | undefined;
  displayType: string | undefined;
  madeChecks: readonly MadeCheck[] | undefined;
  madeCanaries: readonly MadeCanary[] | undefined;
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
  madeChecks: undefined,
  madeCanaries: undefined,
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
  const errors = [...finding.errors, "what it says is nested too deeply to be read"];
  return { ...finding, pass: false, errors, detail: null, data: {} };
}

/** It did not come to a result of its kind. */
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

/** One more reason why it does not pass. */
export function fail(finding: Finding, error: string): void {
  finding.pass = false;
  finding.errors.push(error);
}
