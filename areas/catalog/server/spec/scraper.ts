// The spec of a scraper: its schedule, and its entries by type. Entries of unsupported types are kept unchanged.
import { z } from "zod";
import { count, duration, filled, list, part, schedule, variables, yes } from "#server/spec/parts.ts";
import type { Kind } from "#server/kinds.ts";
import { absentTypes } from "./absent.ts";
import { watchedKind } from "./entry.ts";

/** A kind of scraper entry. The values of `uniqueField` must differ between the entries of a scraper. */
type EntryKind = Pick<Kind, "type" | "title" | "spec"> & { uniqueField?: string };

/**
 * Existing manifests write `true` instead of a list. A union would report a fault inside the list for the list as a
 * whole, so the union accepts everything, and the refinement reports each fault at its own path.
 */
const orTrue = <Entries extends z.ZodType>(entries: Entries) =>
  z
    .union([yes, entries.catch((fault: { input: unknown } | undefined) => fault?.input as z.output<Entries>)])
    .superRefine((value, context) => {
      if (typeof value === "boolean") return;
      if (!Array.isArray(value)) return context.addIssue({ code: "custom", message: "must be true, or a list" });
      for (const { path, message } of entries.safeParse(value).error?.issues ?? [])
        context.addIssue({ code: "custom", path: [...path], message });
    });

/** Requires the values of the field to be unique among the entries. */
const withUnique = <Entries extends z.ZodType>(entries: Entries, field: string) =>
  entries.superRefine((value, context) => {
    const values = (value as readonly Readonly<Record<string, unknown>>[]).map((entry) => entry[field]);
    for (const [index, fieldValue] of values.entries())
      if (values.indexOf(fieldValue) < index)
        context.addIssue({ code: "custom", path: [index, field], message: "is already used by another entry" });
  });

const listOf = ({ type, spec, uniqueField }: EntryKind) => {
  const entries = uniqueField === undefined ? list(spec) : withUnique(list(spec), uniqueField);
  return type === "system" ? orTrue(entries) : entries;
};

const entriesOf = (kinds: readonly EntryKind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind.type, listOf(kind).optional().meta({ label: kind.title })]));

/** A retention time; `keep` means forever. */
const age = z
  .union([z.literal("keep"), duration], "must be a duration such as 24h, or keep")
  .meta({ field: "duration" });

const typeRetention = part({
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
      "Items are deleted if runs without errors have not seen them for this time. Default: immediately. Use keep to never delete them.",
  }),
  staleAnalysisAge: age.optional().meta({ label: "Insights not seen for", placeholder: "48h" }),
  changes: list(
    part({
      name: filled.meta({ label: "Type of change" }),
      age: duration.optional().meta({ label: "Older than" }),
      count: count.optional().meta({ label: "Max changes per item" }),
    }),
  )
    .optional()
    .meta({ label: "Changes" }),
  types: list(typeRetention).optional().meta({ label: "Items" }),
  // Existing manifests also use this name.
  type: list(typeRetention).optional(),
});

/** Server log levels for the runs of a scraper. */
export const logLevels = ["trace", "debug", "info", "warn", "error"] as const;

export type ScraperSpec = ReturnType<typeof scraperSpecOf>;

export const scraperSpecOf = (kinds: readonly EntryKind[]) =>
  part({
    schedule: schedule.optional().meta({
      field: "schedule",
      label: "Schedule",
      presets: "default",
      placeholder: "@every 60m",
      description: "The minimum interval is 29 s; @never pauses the scraper.",
    }),
    ...entriesOf(kinds),
    env: variables.optional().meta({ label: "Variables" }),
    // Existing manifests set this field here, for kubernetes entries without their own.
    watch: list(watchedKind).optional().meta({ label: "Watched kinds", deprecated: true }),
    full: yes.optional().meta({
      label: "Full mode",
      description: "Documents contain config, changes and analysis, instead of being the config itself.",
    }),
    retention: retention.optional().meta({ label: "Retention" }),
    timeout: duration.optional().meta({ label: "Timeout", field: "duration", placeholder: "4h" }),
    logLevel: z
      .enum(logLevels, `must be one of ${logLevels.join(", ")}`)
      .optional()
      .meta({
        label: "Log level",
        placeholder: "info",
        description: "Log level for the runs of this scraper in the server log.",
      }),
    crdSync: yes.optional().meta({
      label: "Sync resources",
      description:
        "Canaries and scrapers found in a cluster become resources of Quarterdeck and are kept in sync with the cluster.",
    }),
  }).meta({ alsoKnown: absentTypes });
