// Writes of comments: a comment on a hypothesis belongs to the same incident, and mentioned people are notified.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { changed, writeHook } from "#server/db/write-hook.ts";
import type { Row, WriteContext } from "#server/db/writes.ts";
import { newMentions } from "./mentions.ts";
import { dropServerColumns, redactionColumns, refuseRedacted } from "./server-columns.ts";

const text = z.string("is required").trim().min(1, "is required");

/**
 * Only comments from external systems have these columns. If people could set them, they could write in the name of
 * somebody else.
 */
const mirroredColumns = ["external_id", "external_created_by", "responder_id"] as const;

export const commentWrites = writeHook({
  shape: z.object({ comment: text }),
  fixed: ["incident_id"],
  async prepare(context, rows, before) {
    refuseRedacted(["comment"], rows, before);
    await refuseOtherIncidents(context, rows, before);
    return dropServerColumns(context, [...redactionColumns, ...mirroredColumns], rows, before);
  },
  async after({ verb, publish }, written, before) {
    const mentioned = async (row: Row, former: string | undefined) => {
      const about = { id: row["incident_id"] as string, comment_id: row["id"] as string };
      for (const person of newMentions(row["comment"] as string, former))
        await publish({ name: "incident.comment.mentioned", ...about, person_id: person });
      return about;
    };
    const known = changed(before, written);
    for (const { was, is } of known) await mentioned(is, was["comment"] as string);
    if (verb !== "insert") return;
    const updated = new Set(known.map(({ is }) => is["id"]));
    for (const row of written.filter(({ id }) => !updated.has(id)))
      await publish({ name: "incident.comment.added", ...(await mentioned(row, undefined)) });
  },
});

async function refuseOtherIncidents(
  { tx, verb }: WriteContext,
  rows: readonly Row[],
  before: readonly Row[],
): Promise<void> {
  if (verb === "delete") return;
  const stored = before.length === 0 ? [{}] : before;
  const pairs = rows
    .flatMap((row) => stored.map((known): Row => ({ ...known, ...row })))
    .filter((row) => typeof row["hypothesis_id"] === "string" && typeof row["incident_id"] === "string");
  if (pairs.length === 0) return;
  const hypotheses = await tx
    .selectFrom("hypotheses")
    .select(["id", "incident_id"])
    .where("id", "in", [...new Set(pairs.map((row) => row["hypothesis_id"] as string))])
    .execute();
  const incidentOf = new Map(hypotheses.map(({ id, incident_id: incident }) => [id, incident]));
  const isOther = (row: Row) => {
    const incident = incidentOf.get((row["hypothesis_id"] as string).toLowerCase());
    return incident !== undefined && incident !== (row["incident_id"] as string).toLowerCase();
  };
  if (pairs.some(isOther)) throw problem.badParts([{ path: "hypothesis_id", message: "belongs to another incident" }]);
}
