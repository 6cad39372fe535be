// Writes of evidence, with the events of the definition of done. A trigger keeps a copy of the linked resource.
import { z } from "zod";
import { changed, writeHook } from "#server/db/write-hook.ts";
import type { Row, WriteContext } from "#server/db/writes.ts";
import { cel } from "#server/spec/parts.ts";
import { dropServerColumns, redactionColumns, refuseRedacted } from "./server-columns.ts";

export const evidenceWrites = writeHook({
  // Evidence that only links a resource needs no description.
  shape: z.object({
    script: cel.nullish(),
    description: z
      .string()
      .nullable()
      .transform((words) => words ?? "")
      .optional(),
  }),
  async prepare(context, rows, before) {
    refuseRedacted(["description", "evidence", "properties", "script"], rows, before);
    return dropServerColumns(context, redactionColumns, rows, before);
  },
  async after(context, written, before) {
    const nothing: Row = { definition_of_done: false, done: false };
    const steps =
      context.verb === "insert" && before.length === 0
        ? written.map((is) => ({ was: nothing, is }))
        : context.verb === "delete"
          ? before.map((was) => ({ was, is: { ...was, ...nothing } }))
          : changed(before, written);
    const events = steps.flatMap(({ was, is }) => doneSteps(was, is).map((step) => ({ step, row: is })));
    if (events.length === 0) return;
    const incidentOf = await incidentsOf(
      context,
      events.map(({ row }) => row["hypothesis_id"] as string),
    );
    // The evidence may be deleted when the event is handled, so the event also names the incident.
    for (const { step, row } of events)
      await context.publish({
        name: `incident.dod.${step}`,
        id: row["id"] as string,
        incident_id: incidentOf.get(row["hypothesis_id"] as string) ?? null,
      });
  },
});

async function incidentsOf({ tx }: WriteContext, hypotheses: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.selectFrom("hypotheses").select(["id", "incident_id"]).where("id", "in", hypotheses).execute();
  return new Map(rows.map(({ id, incident_id: incident }) => [id, incident]));
}

/** Lists the events for changes to the definition of done. */
function doneSteps(was: Row, is: Row): readonly string[] {
  if (!was["definition_of_done"] && is["definition_of_done"]) return is["done"] ? ["added", "passed"] : ["added"];
  if (was["definition_of_done"] && !is["definition_of_done"]) return ["removed"];
  if (!is["definition_of_done"] || Boolean(was["done"]) === Boolean(is["done"])) return [];
  return [is["done"] ? "passed" : "regressed"];
}
