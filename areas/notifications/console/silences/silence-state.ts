// The state of a silence at a moment.
import { windowAt } from "#lib/time/recurring-window.ts";
import { parseSchedule } from "#lib/time/schedule.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { SilenceRow } from "./silences-query.ts";

export type SilenceState = "active" | "scheduled" | "expired" | "waiting" | "broken";

export const stateLabels: Readonly<Record<SilenceState, string>> = {
  active: "Active",
  scheduled: "Scheduled",
  expired: "Expired",
  waiting: "Between windows",
  broken: "Without effect",
};

type Windows = Pick<SilenceRow, "schedule" | "duration_minutes" | "time_zone">;

export function silenceState(
  silence: Windows & Pick<SilenceRow, "from" | "until" | "error">,
  now: number,
): SilenceState {
  if (silence.until !== null && Date.parse(silence.until) <= now) return "expired";
  if (silence.error !== null) return "broken";
  if (silence.from !== null && Date.parse(silence.from) > now) return "scheduled";
  return silence.schedule && !isWindowOpen(silence, now) ? "waiting" : "active";
}

const MINUTE_MS = 60_000;

/** A schedule that cannot be parsed opens no windows. */
function isWindowOpen({ schedule, duration_minutes: minutes, time_zone: zone }: Windows, now: number): boolean {
  const text = schedule ?? "";
  if (problemOf(() => parseSchedule(text)) !== undefined) return false;
  const window = { schedule: parseSchedule(text), lengthMs: (minutes ?? 0) * MINUTE_MS, timeZone: zone ?? "UTC" };
  return windowAt(window, now).isOpen;
}
