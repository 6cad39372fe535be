// Facts about a check that the server and the console share: its name, its health, and the reason for an unknown
// health.
import type { Pause, Uptime } from "#language/columns.ts";
import { printShare } from "#lib/text/numbers.ts";
import type { Views } from "#generated/tables.ts";

/** A check in the form that the summary returns. */
export type CheckSummary = Views["check_summary"]["Row"] & { checkStatuses?: readonly CheckRunShown[] };

/** The fields of a run that status dots and charts show. */
export interface CheckRunShown {
  time: string;
  /** Null when the check could not run. */
  status: boolean | null;
  /** Milliseconds. */
  duration: number | null;
  could_not_check: boolean;
  in_maintenance: boolean;
  message?: string | null;
  error?: string | null;
}

export const displayName = ({
  name,
  description,
  endpoint,
}: Partial<Pick<CheckSummary, "name" | "description" | "endpoint">>) => name || description || endpoint || "";

/** The passing share of the counted runs, between 0 and 1; undefined without runs. */
export function uptimeOf({ passed, failed }: Pick<Uptime, "passed" | "failed">): number | undefined {
  const runs = passed + failed;
  return runs > 0 ? passed / runs : undefined;
}

/** Formats an uptime, such as `99.9%`; empty without runs. */
export function printUptime(uptime: Pick<Uptime, "passed" | "failed">): string {
  const share = uptimeOf(uptime);
  return share === undefined ? "" : printShare(share);
}

/** The latency that a row shows, in milliseconds. */
export const latencyOf = ({
  p95,
  p97,
  p99,
}: Partial<Record<"p95" | "p97" | "p99", number | null>>): number | undefined => p95 ?? p97 ?? p99 ?? undefined;

/**
 * A check in maintenance does not count as passing or failing: its runs are recorded but not counted. A paused check
 * does not run, and does not count as passing or failing either.
 */
export const checkHealths = ["healthy", "unhealthy", "unknown", "maintenance", "paused"] as const;
export type CheckHealth = (typeof checkHealths)[number];

/** Whether this health does not count as passing, failing or unknown. */
export const isExcluded = (health: CheckHealth) => health === "maintenance" || health === "paused";

type PauseColumns = Record<"paused_at" | "paused_until" | "pause_reason", string | null>;

/** The pause stored in the row of a check, even if the pause has ended. */
export const pauseOf = ({ paused_at: at, paused_until: until, pause_reason: reason }: PauseColumns): Pause | null =>
  at === null ? null : { at, until, reason };

export const isPausedAt = (pause: Pick<Pause, "until"> | null | undefined, now: number): boolean =>
  pause !== null && pause !== undefined && (pause.until === null || Date.parse(pause.until) > now);

/** The columns that decide the health of a check. */
export type HealthColumns = Pick<
  CheckSummary,
  "status" | "next_runtime" | "interval_seconds" | "could_not_check_since" | "could_not_check_reason"
> & { in_maintenance?: boolean; paused?: Pause | null };

/** Number of missed runs after which the last result is out of date. */
const maxMissedRuns = 3;

/**
 * Returns why the health of a check is unknown: it has not run yet, could not run for more than three intervals, or has
 * been overdue for more than three intervals. Undefined while its status is valid.
 */
export function unknownReason(check: HealthColumns, now: number): string | undefined {
  const toleratedMs = (check.interval_seconds ?? 0) * maxMissedRuns * 1000;
  if (check.could_not_check_since !== null && now - Date.parse(check.could_not_check_since) > toleratedMs)
    return check.could_not_check_reason || "It could not be checked.";
  const isOverdue =
    check.interval_seconds !== null &&
    check.next_runtime !== null &&
    now - Date.parse(check.next_runtime) > toleratedMs;
  if (isOverdue) return "It is overdue: no worker runs it at the moment.";
  if (check.status === null) return "It has not run yet.";
  return undefined;
}

/** The health of a check at a moment. The SQL function check_health computes the same without maintenance windows. */
export function healthOf(check: HealthColumns, now: number): CheckHealth {
  if (isPausedAt(check.paused, now)) return "paused";
  if (check.in_maintenance) return "maintenance";
  return unknownReason(check, now) === undefined ? check.status! : "unknown";
}

/**
 * The health of a group: the common health of all counted checks, or mixed if they differ. Checks that are paused
 * or in maintenance do not count; a group of only such checks is paused or in maintenance itself.
 */
export function rollUp(healths: Iterable<CheckHealth>): CheckHealth | "mixed" {
  const all = new Set(healths);
  const found = [...all].filter((health) => !isExcluded(health));
  if (found.length === 0) return all.has("maintenance") ? "maintenance" : all.has("paused") ? "paused" : "unknown";
  return found.length === 1 ? found[0]! : "mixed";
}

/** Adds up the runs of several checks, so that each run has the same weight. */
export function uptimeOfAll(uptimes: Iterable<Pick<Uptime, "passed" | "failed">>): Pick<Uptime, "passed" | "failed"> {
  const sum = { passed: 0, failed: 0 };
  for (const { passed, failed } of uptimes) {
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}

/** The console path of a check. */
export const checkPath = (id: string, timeRange = "1h") =>
  `/health?checkId=${encodeURIComponent(id)}&timeRange=${encodeURIComponent(timeRange)}`;

/** Number of points that the chart of a check requests. */
export const graphPoints = 300;
