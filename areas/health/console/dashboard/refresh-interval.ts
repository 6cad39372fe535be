// The interval at which the page reloads everything, in addition to live updates.
import { preference } from "#console/preference.ts";
import { parseDuration, refreshIntervals } from "#lib/time/duration.ts";

export type RefreshInterval = (typeof refreshIntervals)[number];

export const refreshInterval = preference<RefreshInterval>(
  "health.refresh_interval",
  (stored) => refreshIntervals.find((interval) => interval === stored) ?? "none",
);

/** Returns false for "never", as query options expect. */
export const intervalMillis = (interval: string): number | false =>
  interval === "none" ? false : parseDuration(interval);

const units: Readonly<Record<string, string>> = { s: "second", m: "minute", h: "hour", d: "day", w: "week" };

/** Prints an interval as None, 15 seconds or 1 minute. */
export function intervalWords(interval: string): string {
  if (interval === "none") return "None";
  const [, count = "", unit = ""] = /^(\d+)([smhdw])$/.exec(interval) ?? [];
  return `${count} ${units[unit] ?? ""}${count === "1" ? "" : "s"}`;
}
