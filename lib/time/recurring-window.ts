// Windows that open on a schedule and stay open for a fixed time, such as maintenance windows and silences.
import { runsAfter, type Schedule } from "./schedule.ts";

export interface RecurringWindow {
  schedule: Schedule;
  lengthMs: number;
  /** The time zone for schedules without their own time zone. */
  timeZone: string;
}

/** The state of a window at a moment, and when that state ends: an open window closes, or the next window opens. */
export interface WindowState {
  isOpen: boolean;
  until: number;
}

export function windowAt({ schedule, lengthMs, timeZone }: RecurringWindow, moment: number): WindowState {
  for (const opened of runsAfter(schedule, moment - lengthMs, timeZone))
    return opened <= moment ? { isOpen: true, until: opened + lengthMs } : { isOpen: false, until: opened };
  return { isOpen: false, until: Number.POSITIVE_INFINITY };
}
