// Validates writes of incidents, and publishes their events.
import { z } from "zod";
import { Problem } from "#language/problem.ts";
import { changed, writeHook } from "#server/db/write-hook.ts";
import type { Row, WriteHooks } from "#server/db/writes.ts";
import { commentWrites } from "./model/comment-writes.ts";
import { evidenceWrites } from "./model/evidence-writes.ts";
import { dropServerColumns } from "./model/server-columns.ts";
import { responderWarnings, incidentRuleSpec } from "./spec.ts";

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
      if (verb === "delete")
        throw new Problem("method_not_allowed", "Incidents cannot be deleted. Close the incident instead.", {
          hint: 'Set its status with PATCH {"status": "closed"}, or "cancelled" if it was opened by mistake.',
        });
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
    // The rule acts with the rights of the person who writes its spec.
    async prepare({ actor, verb }, rows) {
      if (actor.kind === "system" || verb === "delete") return rows;
      return rows.map(({ edited_by: _sent, ...row }) =>
        Object.hasOwn(row, "spec") ? { ...row, edited_by: actor.id } : row,
      );
    },
    warnings: (row) => responderWarnings(row["spec"]),
  }),
  // A trigger enforces the rules of the tree (guard_hypothesis_tree).
  hypotheses: writeHook({ shape: z.object({ title: text }), fixed: ["incident_id"] }),
  responders: writeHook({
    fixed: ["incident_id"],
    // The server reads the ticket and comments on it with the team's token, so people must not choose the ticket.
    prepare: async (context, rows, before) =>
      dropServerColumns(context, ["status", "status_reason", "external_id"], rows, before),
    async after({ verb, publish }, written, before) {
      const about = (row: Row) => ({ id: row["incident_id"] as string, responder_id: idOf(row) });
      if (verb === "insert" && before.length === 0)
        for (const row of written) await publish({ name: "incident.responder.added", ...about(row) });
      for (const { was, is } of changed(before, written))
        if (was["deleted_at"] === null && is["deleted_at"] !== null)
          await publish({ name: "incident.responder.removed", ...about(is) });
    },
  }),
  comments: commentWrites,
  evidences: evidenceWrites,
};
