// What is true of a check wherever it is shown: what it is called, how it stands, and what is not known of it.
import type { Uptime } from "#language/columns.ts";
import { printShare } from "#language/numbers.ts";
import type { Views } from "#generated/tables.ts";

/** A check as the summary tells it. */
export type CheckSummary = Views["check_summary"]["Row"] & { checkStatuses?: readonly CheckRunShown[] };

/** A run as a row of dots or a chart shows it. */
export interface CheckRunShown {
  time: string;
  /** Null when it could not be checked. */
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

/** Passing share of what counts, between 0 and 1; undefined when nothing is known. */
export function uptimeOf({ passed, failed }: Pick<Uptime, "passed" | "failed">): number | undefined {
  const runs = passed + failed;
  return runs > 0 ? passed / runs : undefined;
}

/** `99.9%`, and nothing while nothing is known. */
export function printUptime(uptime: Pick<Uptime, "passed" | "failed">): string {
  const share = uptimeOf(uptime);
  return share === undefined ? "" : printShare(share);
}

/** The one latency that a row shows, in milliseconds. */
export const latencyOf = ({
  p95,
  p97,
  p99,
}: Partial<Record<"p95" | "p97" | "p99", number | null>>): number | undefined => p95 ?? p97 ?? p99 ?? undefined;

/** A check in maintenance neither passes nor fails: its runs are recorded and count for nothing. */
export type CheckHealth = "healthy" | "unhealthy" | "unknown" | "maintenance";

/** What is known of when a check was and is to be run. */
export type Known = Pick<
  CheckSummary,
  "status" | "next_runtime" | "interval_seconds" | "could_not_check_since" | "could_not_check_reason"
> & { in_maintenance?: boolean };

/** So many runs may be missed before what was last found out says nothing any more. */
const patienceIntervals = 3;

/**
 * Why nothing is known of what a check looks at: it has not run yet, could not be checked for longer than three intervals, or
 * is overdue by as much. Undefined while its status says how it stands.
 */
export function unknownReason(check: Known, now: number): string | undefined {
  const patienceMs = (check.interval_seconds ?? 0) * patienceIntervals * 1000;
  if (check.could_not_check_since !== null && now - Date.parse(check.could_not_check_since) > patienceMs)
    return check.could_not_check_reason || "It could not be checked.";
  const isOverdue =
    check.interval_seconds !== null && check.next_runtime !== null && now - Date.parse(check.next_runtime) > patienceMs;
  if (isOverdue) return "It is overdue: nobody runs it at the moment.";
  if (check.status === null) return "It has not run yet.";
  return undefined;
}

/** How a check stands; what is unknown or in maintenance neither passes nor fails. */
export function healthOf(check: Known, now: number): CheckHealth {
  if (check.in_maintenance) return "maintenance";
  return unknownReason(check, now) === undefined ? check.status! : "unknown";
}

/**
 * Of a group: healthy or unhealthy when all of it is, unknown when nothing is known of any of it, else mixed. What is in maintenance
 * says nothing about the others.
 */
export function rollUp(healths: Iterable<CheckHealth>): CheckHealth | "mixed" {
  const all = new Set(healths);
  const found = [...all].filter((health) => health !== "maintenance");
  if (found.length === 0) return all.size === 0 ? "unknown" : "maintenance";
  return found.length === 1 ? found[0]! : "mixed";
}

/** The share of all runs of several checks that passed; a check with many runs weighs more than one with few. */
export function uptimeOfAll(uptimes: Iterable<Pick<Uptime, "passed" | "failed">>): Pick<Uptime, "passed" | "failed"> {
  const sum = { passed: 0, failed: 0 };
  for (const { passed, failed } of uptimes) {
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}

/** Where a check is looked at. */
export const checkPath = (id: string, timeRange = "1h") =>
  `/health?checkId=${encodeURIComponent(id)}&timeRange=${encodeURIComponent(timeRange)}`;

/** How many points a chart of a check asks for. */
export const graphPoints = 300;
