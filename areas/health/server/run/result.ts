// The result of one run of a check.
import type { Json } from "#language/columns.ts";
import type { RunArtifact } from "../check-kind.ts";

/** could_not_check means that the state of the target is unknown because of a fault on our side. */
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
  start: Date;
  durationMs: number;
  message: string;
  /** Several failures are joined with a comma. For could_not_check: the fault on our side. */
  error: string;
  detail: Json;
  /** The data that expressions of dependent checks can read. */
  data: Readonly<Record<string, unknown>>;
  labels: Readonly<Record<string, string>>;
  metrics: readonly Metric[];
  artifacts: readonly RunArtifact[];
  description?: string | undefined;
  displayType?: string | undefined;
}

/** A result without data. */
export const bareResult = (verdict: Verdict, start: Date): CheckResult => ({
  verdict,
  isInvalid: false,
  start,
  durationMs: 0,
  message: "",
  error: "",
  detail: null,
  data: {},
  labels: {},
  metrics: [],
  artifacts: [],
});

/** A check that a transform created, with its first result. */
export interface CreatedCheck extends CheckResult {
  name: string;
  namespace: string | undefined;
  type: string;
  icon: string | undefined;
  endpoint: string | undefined;
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

export interface CheckRan {
  result: CheckResult;
  /** Our own lateness spoiled the run, so nothing is known about the target: worth another try at once. */
  isSpoiled?: boolean | undefined;
  /** Undefined when the check has no transform that creates checks; empty when this run created none. */
  createdChecks?: readonly CreatedCheck[] | undefined;
  createdCanaries?: readonly CreatedCanary[] | undefined;
}
