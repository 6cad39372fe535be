// A parsed silence that can be compared with resources: its resources, filter, selectors and matchers, and the times at
// which it applies.
import type { ResourceSelector } from "#language/resource-selector.ts";
import { windowAt, type RecurringWindow, type WindowState } from "#lib/time/recurring-window.ts";
import { parseSchedule } from "#lib/time/schedule.ts";
import type { Tables } from "#server/db/tables.ts";
import { testOfAll, type LabelTest } from "./matchers.ts";

/** The columns that decide whether a silence applies. */
export const silenceColumns = [
  "id",
  "name",
  "from",
  "until",
  "schedule",
  "duration_minutes",
  "time_zone",
  "recursive",
  "config_id",
  "component_id",
  "check_id",
  "canary_id",
  "filter",
  "selectors",
  "matchers",
] as const satisfies readonly (keyof Tables["notification_silences"]["Row"])[];

export type SilenceRow = Pick<Tables["notification_silences"]["Row"], (typeof silenceColumns)[number]>;

export interface Silence {
  id: string;
  name: string;
  isOpenAt(moment: number): boolean;
  /** The ids of the silenced resources. */
  targets: readonly { id: string; hasDescendants: boolean }[];
  filter: string | undefined;
  selectors: readonly ResourceSelector[];
  /** Returns whether the matchers match the labels of an alert. */
  matches: LabelTest | undefined;
}

/** Throws Unreadable if the matchers or the schedule are invalid; the API refuses such silences. */
export function silenceOf(row: SilenceRow): Silence {
  const { id, name, recursive, filter, selectors, matchers } = row;
  const named = (target: string | null, hasDescendants: boolean) =>
    target === null ? [] : [{ id: target, hasDescendants }];
  return {
    id,
    name,
    isOpenAt: openingOf(row),
    targets: [
      ...named(row.config_id, recursive),
      ...named(row.component_id, recursive),
      ...named(row.check_id, false),
      // There are no messages about a canary itself, so a silence for a canary always applies to its checks.
      ...named(row.canary_id, true),
    ],
    filter: filter?.trim() ? filter : undefined,
    selectors: Array.isArray(selectors) ? selectors : [],
    matches: Array.isArray(matchers) ? testOfAll(matchers) : undefined,
  };
}

type Times = Pick<SilenceRow, "from" | "until" | "schedule" | "duration_minutes" | "time_zone">;

function openingOf({ from, until, schedule, duration_minutes, time_zone }: Times): (moment: number) => boolean {
  const start = from === null ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const end = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
  const isBetween = (moment: number) => start <= moment && moment < end;
  if (schedule === null || duration_minutes === null) return isBetween;
  const isInWindow = recurring({
    schedule: parseSchedule(schedule),
    lengthMs: duration_minutes * 60_000,
    timeZone: time_zone ?? "UTC",
  });
  return (moment) => isBetween(moment) && isInWindow(moment);
}

/**
 * Caches the current period, because most moments are in the same period, and computing it is much slower than
 * comparing.
 */
function recurring(window: RecurringWindow): (moment: number) => boolean {
  let known: (WindowState & { since: number }) | undefined;
  return (moment) => {
    if (known === undefined || moment < known.since || moment >= known.until)
      known = { ...windowAt(window, moment), since: moment };
    return known.isOpen;
  };
}
