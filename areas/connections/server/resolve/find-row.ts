// Finds the row of a connection reference.
import type { Kysely } from "kysely";
import { problem } from "#language/problem.ts";
import type { DB, Row } from "#server/db/tables.ts";
import type { ConnectionReference } from "./connection-reference.ts";

export type ConnectionRow = Row<"connections">;

/** The source of the copies that an agent has of connections of its server. */
export const copySource = "Push";

export async function findRow(
  db: Kysely<DB>,
  reference: Exclude<ConnectionReference, { by: "address" }>,
  namespace: string,
): Promise<ConnectionRow> {
  const all = db.selectFrom("connections").selectAll().where("deleted_at", "is", null);
  if (reference.by === "id") {
    const found = await all.where("id", "=", reference.id).executeTakeFirst();
    if (!found) throw problem.notFound("connection", reference.id);
    return found;
  }
  const { first, name } = reference;
  const inside = await all
    .where("name", "=", name)
    .where("namespace", "=", first ?? namespace)
    .executeTakeFirst();
  if (inside) return inside;
  if (first === undefined) throw missing(name, namespace);
  // Older specs have the type in place of the namespace. The spec's own namespace is searched first; several matches
  // are an error.
  const typed = await all.where("name", "=", name).where("type", "=", first).execute();
  const found = typed.find((row) => row.namespace === namespace) ?? (typed.length === 1 ? typed[0] : undefined);
  if (found) return found;
  if (typed.length === 0) throw missing(name, first);
  throw problem.conflict(
    `There are ${typed.length} connections ${JSON.stringify(name)} of type ${first}, in the namespaces ${typed
      .map((row) => row.namespace)
      .toSorted()
      .join(", ")}.`,
    { hint: `Write connection://namespace/${name}.` },
  );
}

const missing = (name: string, namespace: string) =>
  problem.notFound("connection", name, { hint: `The namespace ${JSON.stringify(namespace)} was searched.` });
