// Maintenance windows as people write them: about what, and when, once or again and again.
import { z } from "zod";
import { parseLabelSelector } from "#language/label-selector.ts";
import { Problem, problem, type BadPart } from "#language/problem.ts";
import { parseSchedule } from "#language/schedule.ts";
import { problemOf } from "#language/unreadable.ts";
import { door, name, outcomes } from "#server/db/door.ts";
import { reachOf } from "#server/db/policy.ts";
import type { Row } from "#server/db/writes.ts";

/** One that never ends is a check that nobody wants. */
const mostMinutes = 7 * 24 * 60;

const said = (read: (given: string) => string | undefined) =>
  z.string("must be a text").superRefine((given, context) => {
    const message = read(given);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

const labelSelector = said((given) =>
  given.trim() === "" ? "is required" : problemOf(() => parseLabelSelector(given, (key) => [key])),
);

const recurring = said(
  (given) =>
    problemOf(() => parseSchedule(given)) ??
    (parseSchedule(given).kind === "cron" ? undefined : "must say when, such as 0 2 * * 0 or @daily"),
);

const moment = z
  .string("must be a time")
  .refine((given) => !Number.isNaN(Date.parse(given)), "must be a time such as 2026-11-15T12:00:00Z");

export const maintenanceWindow = door({
  shape: z.object({
    name,
    label_selector: labelSelector.nullish(),
    schedule: recurring.nullish(),
    starts_at: moment.optional(),
    ends_at: moment.nullish(),
    duration_minutes: z
      .int("must be a whole number of minutes")
      .min(1, "must be at least 1")
      .max(mostMinutes, `must be at most ${mostMinutes}, which is a week`)
      .nullish(),
  }),
  async prepare({ actor, verb }, rows, before) {
    if (reachOf(actor, "update", "canaries") !== "all") refuseByLabels([...rows, ...before]);
    if (verb === "delete") return rows;
    const isMoved = (row: Row) => Object.hasOwn(row, "ends_at") || before.length === 0;
    for (const row of outcomes(rows, before)) {
      if (isGiven(row["deleted_at"])) continue;
      const bad = faultsOf(row, { mustBeAhead: rows.some(isMoved) });
      if (bad.length > 0) throw problem.badParts(bad);
    }
    return rows;
  },
});

/** They may be about any check, also about those that who is limited to some does not see. */
function refuseByLabels(rows: readonly Row[]): void {
  if (rows.some((row) => isGiven(row["label_selector"])))
    throw new Problem("forbidden", "A maintenance window by labels is for those who may change every check.", {
      hint: "Set one for a check or a canary.",
    });
}

const isGiven = (value: unknown) => value !== null && value !== undefined;

function faultsOf(row: Row, { mustBeAhead }: { mustBeAhead: boolean }): BadPart[] {
  const bad: BadPart[] = [];
  if (["check_id", "canary_id", "label_selector"].filter((column) => isGiven(row[column])).length !== 1)
    bad.push({ path: "", message: "A maintenance window is about one check, one canary or a label selector." });
  const recurs = isGiven(row["schedule"]);
  if (recurs && !isGiven(row["duration_minutes"])) bad.push({ path: "duration_minutes", message: "is required" });
  if (!recurs && isGiven(row["duration_minutes"]))
    bad.push({ path: "duration_minutes", message: "is for one that recurs; one that does not ends at ends_at" });
  if (!recurs && !isGiven(row["ends_at"])) bad.push({ path: "ends_at", message: "is required" });
  if (isGiven(row["ends_at"])) {
    // Both have been read as times by now, or come from the table.
    const end = Date.parse(row["ends_at"] as string);
    const start = isGiven(row["starts_at"]) ? Date.parse(row["starts_at"] as string) : Date.now();
    // What has been recorded stays as it is: a window in the past would change nothing.
    if (mustBeAhead && end <= Date.now()) bad.push({ path: "ends_at", message: "is over already" });
    else if (end <= start) bad.push({ path: "ends_at", message: "must be after starts_at" });
  }
  return bad;
}
