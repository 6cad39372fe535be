// Validates writes of incidents, and publishes their events.
import { z } from "zod";
import { changed, writeHook } from "#server/db/write-hook.ts";
import type { Row, WriteHooks } from "#server/db/writes.ts";
import { cel } from "#server/spec/parts.ts";
import { incidentRuleSpec } from "./spec.ts";

const text = z.string("is required").trim().min(1, "is required");
const idOf = (row: Row) => row["id"] as string;

export const incidentWrites: WriteHooks = {
  incidents: writeHook({
    shape: z.object({
      title: text,
      description: z
        .string()
        .nullable()
        .transform((words) => words ?? "")
        .optional(),
    }),
    // The person who opens an incident is its commander and communicator by default.
    async prepare({ actor, verb }, rows) {
      if (verb !== "insert" || actor.kind === "system") return rows;
      return rows.map((row) => ({
        ...row,
        commander_id: row["commander_id"] ?? actor.id,
        communicator_id: row["communicator_id"] ?? actor.id,
      }));
    },
    async after({ verb, publish }, written, before) {
      if (verb === "insert" && before.length === 0)
        for (const row of written) await publish({ name: "incident.created", id: idOf(row) });
      for (const { was, is } of changed(before, written))
        if (was["status"] !== is["status"])
          await publish({ name: `incident.status.${is["status"] as string}`, id: idOf(is) });
    },
  }),
  incident_rules: writeHook({
    shape: z.object({ name: text, spec: incidentRuleSpec.nullable() }),
    defaults: { spec: {} },
    fixed: ["name"],
    sealed: { spec: incidentRuleSpec },
  }),
  hypotheses: writeHook({ shape: z.object({ title: text }) }),
  responders: writeHook({
    async after({ verb, publish }, written, before) {
      const about = (row: Row) => ({ id: row["incident_id"] as string, responder_id: idOf(row) });
      if (verb === "insert" && before.length === 0)
        for (const row of written) await publish({ name: "incident.responder.added", ...about(row) });
      for (const { was, is } of changed(before, written))
        if (was["deleted_at"] === null && is["deleted_at"] !== null)
          await publish({ name: "incident.responder.removed", ...about(is) });
    },
  }),
  comments: writeHook({
    shape: z.object({ comment: text }),
    async after({ verb, publish }, written, before) {
      if (verb !== "insert" || before.length > 0) return;
      for (const row of written)
        await publish({ name: "incident.comment.added", id: row["incident_id"] as string, comment_id: idOf(row) });
    },
  }),
  evidences: writeHook({
    // Evidence that only links a resource needs no description.
    shape: z.object({
      script: cel.nullish(),
      description: z
        .string()
        .nullable()
        .transform((words) => words ?? "")
        .optional(),
    }),
    async after({ verb, publish }, written, before) {
      const nothing: Row = { definition_of_done: false, done: false };
      const steps =
        verb === "insert" && before.length === 0
          ? written.map((is) => ({ was: nothing, is }))
          : verb === "delete"
            ? before.map((was) => ({ was, is: { ...was, ...nothing } }))
            : changed(before, written);
      for (const { was, is } of steps)
        for (const step of doneSteps(was, is)) await publish({ name: `incident.dod.${step}`, id: idOf(is) });
    },
  }),
};

/** Lists the history steps for changes to the definition of done. */
function doneSteps(was: Row, is: Row): readonly string[] {
  if (!was["definition_of_done"] && is["definition_of_done"]) return is["done"] ? ["added", "passed"] : ["added"];
  if (was["definition_of_done"] && !is["definition_of_done"]) return ["removed"];
  if (!is["definition_of_done"] || Boolean(was["done"]) === Boolean(is["done"])) return [];
  return [is["done"] ? "passed" : "regressed"];
}
