// Writes evidence, and publishes the events of the definition of done. A trigger stores a copy of the linked resource.
import { z } from "zod";
import { Problem } from "#language/problem.ts";
import type { Resource as PolicyResource } from "#language/roles.ts";
import { reachOf } from "#server/db/policy.ts";
import { changed, outcomes, writeHook } from "#server/db/write-hook.ts";
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
    refuseUnreadable(context, rows, before);
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
    // The evidence may be deleted when the event is handled, so the event also contains the incident.
    for (const { step, row } of events)
      await context.publish({
        name: `incident.dod.${step}`,
        id: row["id"] as string,
        incident_id: incidentOf.get(row["hypothesis_id"] as string) ?? null,
      });
  },
});

/** The resource type whose permissions apply to each link. */
const linked: Readonly<Record<string, PolicyResource>> = {
  check_id: "canaries",
  component_id: "topologies",
  config_id: "config_scrapers",
  config_change_id: "config_scrapers",
  config_analysis_id: "config_scrapers",
};

/**
 * Evidence copies the state of its resource, and its script reads the resource with the rights of the server, so both
 * require the right to read the resource. Row policies apply to individual rows.
 */
function refuseUnreadable({ actor, verb }: WriteContext, rows: readonly Row[], before: readonly Row[]): void {
  if (actor.kind === "system" || verb === "delete") return;
  // Other people do not see the document, so their write would replace the document with an empty one.
  const columns = [...Object.keys(linked), "script", "evidence"];
  const isRead = (stored: Row | undefined, row: Row) =>
    columns.some((column) => (row[column] ?? null) !== (stored?.[column] ?? null));
  const storedOf = new Map(before.map((stored) => [stored["id"], stored]));
  const needReading = (column: string, resource: PolicyResource) => {
    if (reachOf(actor, "read", resource) === "none")
      throw new Problem("forbidden", `${column}: you need permission to read ${resource}.`, {
        parts: { action: "read", object: resource },
      });
  };
  for (const row of outcomes(rows, before)) {
    const stored = storedOf.get(row["id"]);
    if (!isRead(stored, row)) continue;
    for (const [column, resource] of Object.entries(linked))
      if ((row[column] ?? null) !== null) needReading(column, resource);
    // Everybody may attach log lines, but people who may not read logs do not see the stored lines.
    if (stored?.["type"] === "log" && row["evidence"] !== stored["evidence"])
      needReading("evidence", "logging_backends");
  }
}

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
