// The fields of a silence that the editor, the API and manifests share.
import { z } from "zod";
import { toSelector } from "#language/resource-selector.ts";
import { parsePoint, resolvePoint } from "#lib/time/date-math.ts";
import { parseSchedule } from "#lib/time/schedule.ts";
import { isTimeZone } from "#lib/time/zoned-time.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { list, selector, text } from "#server/spec/parts.ts";

/** Maximum duration of a window. A longer window would hide messages permanently. The table has the same limit. */
export const maxMinutes = 7 * 24 * 60;

export const cron = text.superRefine((input, context) => {
  const message =
    problemOf(() => parseSchedule(input)) ??
    (parseSchedule(input).kind === "cron" ? undefined : "must be a cron schedule such as 0 22 * * 1-5 or @daily");
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

export const timeZone = text.refine(isTimeZone, "must be a time zone such as Europe/Berlin");

export const minutes = z
  .int("must be a whole number of minutes")
  .min(1, "must be at least 1")
  .max(maxMinutes, `must be at most ${maxMinutes}, which is a week`);

export const selectors = list(
  selector.superRefine((input, context) => {
    const message = problemOf(() => toSelector(input));
    if (message !== undefined) context.addIssue({ code: "custom", message });
  }),
);

/**
 * Converts date math such as `now+2h`, and dates in the time zone, to a timestamp. Throws Unreadable.
 * `round` is the direction of `/d` and of a date without a time: a silence until a day includes that day.
 */
export const timeOf = (input: string, { round, zone = "UTC", now = Date.now() }: TimeOptions): string =>
  new Date(resolvePoint(parsePoint(input), { now, timeZone: zone, round })).toISOString();

interface TimeOptions {
  round: "down" | "up";
  zone?: string | undefined;
  now?: number;
}
