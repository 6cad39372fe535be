// What came of one run of a check.
import type { Json } from "#language/columns.ts";
import type { MadeArtifact } from "../check-kind.ts";

/** Healthy and unhealthy are said of what is checked; could_not_check says that we do not know, for a fault of ours. */
export type Verdict = "healthy" | "unhealthy" | "could_not_check";

export interface Metric {
  name: string;
  type: "counter" | "gauge" | "histogram";
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface CheckResult {
  verdict: Verdict;
  /** The check itself is at fault: unhealthy, and it does not count in uptime. */
  isInvalid: boolean;
  start: Date;
  durationMs: number;
  message: string;
  /** Several failures are joined with a comma. Our own fault, when it could not be checked. */
  error: string;
  detail: Json;
  /** What expressions of checks that depend on this one see. */
  data: Readonly<Record<string, unknown>>;
  labels: Readonly<Record<string, string>>;
  metrics: readonly Metric[];
  artifacts: readonly MadeArtifact[];
  description?: string | undefined;
  displayType?: string | undefined;
}

/** One that says no more than this. */
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

/** A check that another one made from what it found, with its first result. */
export interface MadeCheck extends CheckResult {
  name: string;
  namespace: string | undefined;
  type: string;
  icon: string | undefined;
  endpoint: string | undefined;
  deleteStrategy: "MarkHealthy" | "MarkUnhealthy" | "Ignore" | undefined;
  deletedAt: Date | undefined;
}

/** A canary that a check made from what it found. */
export interface MadeCanary {
  name: string;
  namespace: string | undefined;
  labels: Readonly<Record<string, string>>;
  spec: Readonly<Record<string, unknown>>;
}

export interface CheckRan {
  result: CheckResult;
  /** We were late ourselves, so that nothing is known of the target: worth another try at once. */
  isSpoiled?: boolean | undefined;
  /** Undefined when the check makes none; an empty list when it made none this time. */
  madeChecks?: readonly MadeCheck[] | undefined;
  madeCanaries?: readonly MadeCanary[] | undefined;
}
