// One check as the health page knows it: what is true of it everywhere (model.ts), as the page asks for it.
import { printShare } from "#language/numbers.ts";
import { DAY, HOUR } from "#language/zoned-time.ts";
import { type CheckHealth, type CheckSummary, healthOf, latencyOf, uptimeOf, uptimeOfAll } from "../../model.ts";

/** `in_maintenance` is set where the maintenance windows are known (maintained.ts). */
export type Check = CheckSummary & { in_maintenance?: true };

const found = new WeakMap<Check, { now: number; health: CheckHealth }>();

/** How it stands; asked many times about the same moment. */
export function healthAt(check: Check, now: number): CheckHealth {
  const before = found.get(check);
  if (before?.now === now) return before.health;
  const health = healthOf(check, now);
  found.set(check, { now, health });
  return health;
}

/** Between 0 and 1; undefined before the first run and while the check is paused: its last run says nothing about now. */
export const checkUptime = ({ uptime, paused }: Check) => (paused === null ? uptimeOf(uptime) : undefined);

/** Uptime of a group, over all runs of its checks that are not paused. */
export const groupUptime = (checks: readonly Check[]) =>
  uptimeOfAll(checks.filter(({ paused }) => paused === null).map(({ uptime }) => uptime));

/** In milliseconds; undefined when no run was timed. */
export const checkLatency = ({ latency }: Check) => latencyOf(latency);

export const uptimeText = (uptime: number | undefined) => (uptime === undefined ? "–" : printShare(uptime));

/** Time since the last run is worth a word only when it is long ago, and says nothing about now when it is too long. */
export function shownAge(lastRuntime: string | null, now: number): number | undefined {
  if (lastRuntime === null) return undefined;
  const age = now - Date.parse(lastRuntime);
  return age > HOUR && age < 7 * DAY ? age : undefined;
}

/** A change of status is news for a week. */
export const isRecentTransition = (at: string | null, now: number): at is string =>
  at !== null && now - Date.parse(at) < 7 * DAY;
