// Reads silences from manifest files, and stores them. A silence that is removed from its file is deleted.
import type { Kysely } from "kysely";
import type { z } from "zod";
import { parseDuration } from "#lib/time/duration.ts";
import { databaseProblem } from "#server/db/failures.ts";
import type { DB } from "#server/db/tables.ts";
import { applyFile } from "#server/manifests/apply-file.ts";
import { defineManifest, type ManifestStores } from "#server/manifests/manifest-kind.ts";
import { readResources, type ReadOptions, type ReadResource } from "#server/manifests/read-resources.ts";
import { cel, duration, part, text, yes } from "#server/spec/parts.ts";
import { cron, maxMinutes, selectors, timeOf, timeZone } from "./fields.ts";

/** A file is read again at every start, so its times must not depend on the time of reading. */
const time = text
  .refine(
    (input) => !input.trim().startsWith("now"),
    "must be a date and time, because now would change with each start",
  )
  .superRefine((input, context) => {
    try {
      timeOf(input, { round: "down" });
    } catch (error) {
      context.addIssue({ code: "custom", message: (error as Error).message });
    }
  });

const length = duration.refine((input) => {
  const minutes = parseDuration(input) / 60_000;
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= maxMinutes;
}, "must be whole minutes, at most a week");

const id = text.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, "is not an id");

export const silenceSpec = part({
  description: text.optional().meta({ label: "Reason" }),
  from: time.optional().meta({ label: "From" }),
  until: time.optional().meta({ label: "Until" }),
  recursive: yes.optional().meta({ label: "Recursive", description: "Also silences descendants of the resource." }),
  filter: cel.optional().meta({ label: "Filter", field: "long-text", notation: "cel" }),
  selectors: selectors.optional().meta({ label: "Selectors" }),
  config_id: id.optional().meta({ label: "Config item" }),
  component_id: id.optional().meta({ label: "Component" }),
  check_id: id.optional().meta({ label: "Check" }),
  canary_id: id.optional().meta({ label: "Canary" }),
  schedule: cron.optional().meta({ label: "Schedule", field: "schedule" }),
  duration: length.optional().meta({ label: "Duration", field: "duration" }),
  timeZone: timeZone.optional().meta({ label: "Time zone" }),
}).superRefine((spec, context) => {
  const targets = [spec.config_id, spec.component_id, spec.check_id, spec.canary_id, spec.filter || undefined];
  const add = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
  if (targets.every((target) => target === undefined) && (spec.selectors ?? []).length === 0)
    add([], "needs a filter, selectors, or the id of a resource");
  if ((spec.schedule === undefined) !== (spec.duration === undefined))
    add(["duration"], "is required with a schedule, and not allowed without one");
  if (spec.from !== undefined && spec.until !== undefined && Date.parse(spec.from) > Date.parse(spec.until))
    add(["until"], "must not be before from");
});

export const readSilences = (text: string, options: ReadOptions = {}) =>
  readResources(
    text,
    { kind: "NotificationSilence", group: "mission-control.flanksource.com/", noun: "silence", spec: silenceSpec },
    options,
  );

export const silenceManifests = defineManifest<ReadResource>({
  kind: "NotificationSilence",
  resource: "notification_silence",
  read: readSilences,

  apply: ({ db }, { source, ...file }) =>
    applyFile(file, {
      present: () => presentOf(db.system, source),
      write: (item) => write(db, source, item),
      async end(silenceId) {
        await db.system
          .updateTable("notification_silences")
          .set({ deleted_at: new Date().toISOString() })
          .where("id", "=", silenceId)
          .execute();
      },
    }),

  async sources({ db }, prefix) {
    const rows = await db.system
      .selectFrom("notification_silences")
      .select("source")
      .distinct()
      .where("source", "like", `${prefix}%`)
      .where("deleted_at", "is", null)
      .execute();
    return rows.map(({ source }) => source!);
  },
});

const presentOf = async (db: Kysely<DB>, source: string) => {
  const rows = await db
    .selectFrom("notification_silences")
    .select(["id", "name", "namespace"])
    .where("source", "=", source)
    .where("deleted_at", "is", null)
    .execute();
  return rows.map(({ namespace, ...row }) => ({ ...row, namespace: namespace ?? "default" }));
};

/** No lock is needed, because names are unique within a file, and only one process applies a file. */
async function write({ system }: ManifestStores["db"], source: string, item: ReadResource): Promise<void> {
  const { name, namespace, spec } = item;
  const { selectors: selected, duration: long, timeZone: zone, ...fields } = spec as z.output<typeof silenceSpec>;
  const known = (await presentOf(system, source)).find((row) => row.name === name && row.namespace === namespace);
  const values = {
    description: fields.description ?? null,
    from: fields.from === undefined ? null : timeOf(fields.from, { round: "down", zone }),
    until: fields.until === undefined ? null : timeOf(fields.until, { round: "up", zone }),
    recursive: fields.recursive ?? false,
    filter: fields.filter ?? null,
    selectors: selected === undefined ? null : JSON.stringify(selected),
    config_id: fields.config_id ?? null,
    component_id: fields.component_id ?? null,
    check_id: fields.check_id ?? null,
    canary_id: fields.canary_id ?? null,
    schedule: fields.schedule ?? null,
    duration_minutes: long === undefined ? null : parseDuration(long) / 60_000,
    time_zone: zone ?? null,
  };
  const writing = known
    ? system.updateTable("notification_silences").set(values).where("id", "=", known.id).execute()
    : system
        .insertInto("notification_silences")
        .values({ ...values, name, namespace, source })
        .execute();
  // A resource that does not exist is reported as an error of the file.
  await writing.catch((error: unknown) => {
    throw databaseProblem(error) ?? error;
  });
}
