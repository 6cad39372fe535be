// A check on the health page, with the functions of model.ts in the form that the page needs.
import { printShare } from "#lib/text/numbers.ts";
import { DAY, HOUR } from "#lib/time/zoned-time.ts";
import { type CheckHealth, type CheckSummary, healthOf, latencyOf, uptimeOf, uptimeOfAll } from "../../model.ts";

/** `in_maintenance` is set where the maintenance windows are known (maintained.ts). */
export type Check = CheckSummary & { in_maintenance?: true };

const found = new WeakMap<Check, { now: number; health: CheckHealth }>();

/** Returns the health at a time, cached because it is requested many times for the same time. */
export function healthAt(check: Check, now: number): CheckHealth {
  const before = found.get(check);
  if (before?.now === now) return before.health;
  const health = healthOf(check, now);
  found.set(check, { now, health });
  return health;
}

/**
 * Between 0 and 1; undefined before the first run, and while the check is paused, because its last run is out of date.
 */
export const checkUptime = ({ uptime, paused }: Check) => (paused === null ? uptimeOf(uptime) : undefined);

/** Uptime of a group, over all runs of its checks that are not paused. */
export const groupUptime = (checks: readonly Check[]) =>
  uptimeOfAll(checks.filter(({ paused }) => paused === null).map(({ uptime }) => uptime));

/** In milliseconds; undefined when no run was timed. */
export const checkLatency = ({ latency }: Check) => latencyOf(latency);

export const uptimeText = (uptime: number | undefined) => (uptime === undefined ? "–" : printShare(uptime));

/** The time since the last run, if this time is worth showing: neither very short nor very long. */
export function shownAge(lastRuntime: string | null, now: number): number | undefined {
  if (lastRuntime === null) return undefined;
  const age = now - Date.parse(lastRuntime);
  return age > HOUR && age < 7 * DAY ? age : undefined;
}

/** A status change counts as recent for one week. */
export const isRecentTransition = (at: string | null, now: number): at is string =>
  at !== null && now - Date.parse(at) < 7 * DAY;

/** A failing check always shows since when it fails; for other checks only a recent change is of interest. */
export const isTransitionShown = (check: Check, now: number): boolean =>
  check.last_transition_time !== null &&
  (healthAt(check, now) === "unhealthy" || isRecentTransition(check.last_transition_time, now));

/** The colour of an uptime between 0 and 1: amber below 99 percent, red below 95, muted at 100 percent. */
export function uptimeLook(uptime: number | undefined): string {
  if (uptime === undefined || uptime === 1) return "text-muted";
  return uptime < 0.95 ? "text-unhealthy-text" : uptime < 0.99 ? "text-warning-text" : "";
}
