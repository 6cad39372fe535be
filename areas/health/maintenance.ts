// Decides which checks a maintenance window selects and whether the window is open. A window opens once, or repeatedly
// on a schedule.
import type { Tables } from "#generated/tables.ts";
import { parseLabelSelector } from "#lib/selector/label-selector.ts";
import { windowAt } from "#lib/time/recurring-window.ts";
import { parseSchedule } from "#lib/time/schedule.ts";
import { selects } from "#lib/selector/selector-match.ts";
import { problemOf } from "#lib/text/unreadable.ts";

export type MaintenanceWindow = Pick<
  Tables["maintenance_windows"]["Row"],
  "check_id" | "canary_id" | "label_selector" | "starts_at" | "ends_at" | "schedule" | "duration_minutes"
>;

export interface Maintained {
  checkId: string;
  canaryId: string;
  /** Labels of the canary, overridden by the labels of the check. */
  labels: Readonly<Record<string, string>>;
}

/** Returns when an open window closes; undefined if the window is not open at this moment. */
export function openUntil(window: MaintenanceWindow, moment: number): number | undefined {
  const end = window.ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(window.ends_at);
  if (moment < Date.parse(window.starts_at) || moment >= end) return undefined;
  if (window.schedule === null) return end;
  const text = window.schedule;
  // The API refuses invalid schedules. If an invalid schedule is stored nevertheless, the window stays closed and
  // alerts are sent.
  if (problemOf(() => parseSchedule(text)) !== undefined) return undefined;
  const lengthMs = (window.duration_minutes ?? 0) * 60_000;
  const { isOpen, until } = windowAt({ schedule: parseSchedule(text), lengthMs, timeZone: "UTC" }, moment);
  return isOpen ? Math.min(until, end) : undefined;
}

/**
 * Returns a function that decides whether a check is in maintenance at a moment. The windows are parsed once for all
 * checks. Undefined if no window is open.
 */
export function maintenanceAt(
  windows: readonly MaintenanceWindow[],
  moment: number,
): ((maintained: Maintained) => boolean) | undefined {
  const tests = windows
    .filter((window) => openUntil(window, moment) !== undefined)
    .map((window) => concernedBy(window, moment));
  return tests.length === 0 ? undefined : (maintained) => tests.some((isConcerned) => isConcerned(maintained));
}

export const concerns = (window: MaintenanceWindow, maintained: Maintained, moment: number): boolean =>
  concernedBy(window, moment)(maintained);

/** Like `concerns`, for many checks: the selector of the window is parsed once. */
export function concernedBy(window: MaintenanceWindow, moment: number): (maintained: Maintained) => boolean {
  if (window.check_id !== null) return ({ checkId }) => window.check_id === checkId;
  if (window.canary_id !== null) return ({ canaryId }) => window.canary_id === canaryId;
  const text = window.label_selector ?? "";
  const pathOf = (key: string) => ["labels", key] as const;
  if (problemOf(() => parseLabelSelector(text, pathOf)) !== undefined) return () => false;
  const selector = parseLabelSelector(text, pathOf);
  return ({ labels }) => selects(selector, { labels }, { now: moment, timeZone: "UTC" });
}
