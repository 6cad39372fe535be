// Fills the hours of the last day in which no event was delivered.
import type { Views } from "#generated/tables.ts";

const HOURS = 24;
const HOUR_MS = 60 * 60 * 1000;

/** The number of delivered events in each of the last 24 hours, oldest first. */
export function lastHours(rows: readonly Views["event_deliveries_hourly"]["Row"][], now: number): readonly number[] {
  const counts = Array.from({ length: HOURS }, () => 0);
  for (const { hour, delivered } of rows) {
    const at = HOURS - 1 - Math.floor((now - Date.parse(hour)) / HOUR_MS);
    // The clock of this browser may be behind the server's.
    const index = Math.min(at, HOURS - 1);
    if (index >= 0) counts[index]! += delivered;
  }
  return counts;
}
