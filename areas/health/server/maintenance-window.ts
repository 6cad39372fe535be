// Validates maintenance windows: the checks that they select, and their times, once or repeatedly.
import { z } from "zod";
import { parseLabelSelector } from "#lib/selector/label-selector.ts";
import { Problem, problem, type BadPart } from "#language/problem.ts";
import { parseSchedule } from "#lib/time/schedule.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { writeHook, name, outcomes } from "#server/db/write-hook.ts";
import { reachOf } from "#server/db/policy.ts";
import type { Row } from "#server/db/writes.ts";

/** Maximum duration of a window. A longer window would disable the check in practice. */
const maxMinutes = 7 * 24 * 60;

const validText = (validate: (value: string) => string | undefined) =>
  z.string("must be a string").superRefine((value, context) => {
    const message = validate(value);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

const labelSelector = validText((value) =>
  value.trim() === "" ? "is required" : problemOf(() => parseLabelSelector(value, (key) => [key])),
);

const recurring = validText(
  (value) =>
    problemOf(() => parseSchedule(value)) ??
    (parseSchedule(value).kind === "cron" ? undefined : "must be a cron schedule such as 0 2 * * 0 or @daily"),
);

const moment = z
  .string("must be a timestamp")
  .refine((value) => !Number.isNaN(Date.parse(value)), "must be a time such as 2026-11-15T12:00:00Z");

export const maintenanceWindow = writeHook({
  shape: z.object({
    name,
    label_selector: labelSelector.nullish(),
    schedule: recurring.nullish(),
    starts_at: moment.optional(),
    ends_at: moment.nullish(),
    duration_minutes: z
      .int("must be a whole number of minutes")
      .min(1, "must be at least 1")
      .max(maxMinutes, `must be at most ${maxMinutes}, which is a week`)
      .nullish(),
  }),
  async prepare({ actor, verb }, rows, before) {
    if (reachOf(actor, "update", "canaries") !== "all") refuseByLabels([...rows, ...before]);
    if (verb === "delete") return rows;
    const isMoved = (row: Row) => Object.hasOwn(row, "ends_at") || before.length === 0;
    for (const row of outcomes(rows, before)) {
      if (isSet(row["deleted_at"])) continue;
      const bad = faultsOf(row, { mustBeAhead: rows.some(isMoved) });
      if (bad.length > 0) throw problem.badParts(bad);
    }
    return rows;
  },
});

/** A selector may match any check, including checks that an actor with limited rights cannot see. */
function refuseByLabels(rows: readonly Row[]): void {
  if (rows.some((row) => isSet(row["label_selector"])))
    throw new Problem("forbidden", "Only people who may change every check can select checks by labels.", {
      hint: "Set a window for a check or a canary instead.",
    });
}

const isSet = (value: unknown) => value !== null && value !== undefined;

function faultsOf(row: Row, { mustBeAhead }: { mustBeAhead: boolean }): BadPart[] {
  const bad: BadPart[] = [];
  if (["check_id", "canary_id", "label_selector"].filter((column) => isSet(row[column])).length !== 1)
    bad.push({
      path: "",
      message: "A maintenance window needs exactly one of check_id, canary_id and label_selector.",
    });
  const recurs = isSet(row["schedule"]);
  if (recurs && !isSet(row["duration_minutes"])) bad.push({ path: "duration_minutes", message: "is required" });
  if (!recurs && isSet(row["duration_minutes"]))
    bad.push({ path: "duration_minutes", message: "is only for windows with a schedule; others end at ends_at" });
  if (!recurs && !isSet(row["ends_at"])) bad.push({ path: "ends_at", message: "is required" });
  if (isSet(row["ends_at"])) {
    // Both values were validated as times, or come from the table.
    const end = Date.parse(row["ends_at"] as string);
    const start = isSet(row["starts_at"]) ? Date.parse(row["starts_at"] as string) : Date.now();
    // Recorded runs do not change, so a window in the past would have no effect.
    if (mustBeAhead && end <= Date.now()) bad.push({ path: "ends_at", message: "is in the past" });
    else if (end <= start) bad.push({ path: "ends_at", message: "must be after starts_at" });
  }
  return bad;
}
