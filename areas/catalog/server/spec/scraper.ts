// A scraper as it is written: when it runs, and what it asks, by type. Of types that nobody can run here it keeps whatever is
// written.
import { z } from "zod";
import { count, duration, filled, list, part, schedule, variables, yes } from "#server/spec/parts.ts";
import type { ScraperKind } from "../scraper-kind.ts";
import { absentTypes } from "../scrapers/absent.ts";
import { watchedKind } from "./watched-kind.ts";

/**
 * Manifests in use write `true` in place of a list. A union would report a fault inside the list for the list as a whole, so
 * the union accepts everything, and the refinement reports each fault at its own path.
 */
const orJustYes = <Entries extends z.ZodType>(entries: Entries) =>
  z
    .union([yes, entries.catch((given: { input: unknown } | undefined) => given?.input as z.output<Entries>)])
    .superRefine((given, context) => {
      if (typeof given === "boolean") return;
      if (!Array.isArray(given)) return context.addIssue({ code: "custom", message: "must be true, or a list" });
      for (const { path, message } of entries.safeParse(given).error?.issues ?? [])
        context.addIssue({ code: "custom", path: [...path], message });
    });

/** What only one entry of a list may say. */
const eachItsOwn = <Entries extends z.ZodType>(entries: Entries, field: string) =>
  entries.superRefine((given, context) => {
    const said = (given as readonly Readonly<Record<string, unknown>>[]).map((entry) => entry[field]);
    for (const [index, value] of said.entries())
      if (said.indexOf(value) < index)
        context.addIssue({ code: "custom", path: [index, field], message: "is that of another entry" });
  });

const listOf = ({ type, spec, eachItsOwn: field }: ScraperKind) => {
  const entries = field === undefined ? list(spec) : eachItsOwn(list(spec), field);
  return type === "system" ? orJustYes(entries) : entries;
};

const entriesOf = (kinds: readonly ScraperKind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind.type, listOf(kind).optional().meta({ label: kind.title })]));

/** How long something is kept; `keep` for ever. */
const age = z
  .union([z.literal("keep"), duration], "must be a duration such as 24h, or keep")
  .meta({ field: "duration" });

const ofType = part({
  name: filled.meta({ label: "Type" }),
  createdAge: duration.optional().meta({ label: "Created longer ago than" }),
  updatedAge: duration.optional().meta({ label: "Updated longer ago than" }),
  deletedAge: duration.optional().meta({ label: "Deleted longer ago than" }),
});

export const retention = part({
  staleItemAge: age.optional().meta({
    label: "Items not seen for",
    placeholder: "at once",
    description:
      "What a run without errors has not seen for so long is taken to be gone: at once when nothing is said, keep for never.",
  }),
  staleAnalysisAge: age.optional().meta({ label: "Insights not seen for", placeholder: "48h" }),
  changes: list(
    part({
      name: filled.meta({ label: "Type of change" }),
      age: duration.optional().meta({ label: "Older than" }),
      count: count.optional().meta({ label: "Most of one item" }),
    }),
  )
    .optional()
    .meta({ label: "Changes" }),
  types: list(ofType).optional().meta({ label: "Items" }),
  // So do forms in use call it.
  type: list(ofType).optional(),
});

/** As loud as its runs are in the log of the server. */
export const logLevels = ["trace", "debug", "info", "warn", "error"] as const;

export type ScraperSpec = ReturnType<typeof scraperSpecOf>;

export const scraperSpecOf = (kinds: readonly ScraperKind[]) =>
  part({
    schedule: schedule.optional().meta({
      field: "schedule",
      label: "Schedule",
      presets: "default",
      placeholder: "@every 60m",
      description: "Never more often than every 29 s; @never to pause it.",
    }),
    ...entriesOf(kinds),
    env: variables.optional().meta({ label: "Variables" }),
    // As forms in use write it: for the entries of kubernetes that have none themselves.
    watch: list(watchedKind).optional().meta({ label: "Watched kinds", deprecated: true }),
    full: yes.optional().meta({
      label: "Full mode",
      description: "Documents hold config, changes and analysis in place of being the config itself.",
    }),
    retention: retention.optional().meta({ label: "Retention" }),
    timeout: duration.optional().meta({ label: "Timeout", field: "duration", placeholder: "4h" }),
    logLevel: z
      .enum(logLevels, `must be one of ${logLevels.join(", ")}`)
      .optional()
      .meta({ label: "Log level", placeholder: "info", description: "Of what the server logs of its runs." }),
    crdSync: yes.optional().meta({
      label: "Take over resources",
      description: "Canaries and scrapers that are found in a cluster become resources here, in step with it.",
    }),
  }).meta({ alsoKnown: absentTypes });
