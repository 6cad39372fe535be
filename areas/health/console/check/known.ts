// What is known of a check, and why nothing is.
import type { Tables } from "#generated/tables.ts";

export type Known = Pick<
  Tables["checks"]["Row"],
  "status" | "next_runtime" | "interval_seconds" | "could_not_check_since" | "could_not_check_reason"
>;

/** So many runs may be missed before what was last found out says nothing any more. */
const patienceIntervals = 3;

/** Undefined while its status says how it stands. */
export function unknownReason(check: Known, now: number): string | undefined {
  const patienceMs = (check.interval_seconds ?? 0) * patienceIntervals * 1000;
  if (check.could_not_check_since !== null && now - Date.parse(check.could_not_check_since) > patienceMs)
    return check.could_not_check_reason || "It could not be checked.";
  const isOverdue =
    check.interval_seconds !== null && check.next_runtime !== null && now - Date.parse(check.next_runtime) > patienceMs;
  if (isOverdue) return "It is overdue: nobody runs it at the moment.";
  return check.status === null ? "It has not run yet." : undefined;
}
