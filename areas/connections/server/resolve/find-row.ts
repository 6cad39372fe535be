// Finds the row of a connection reference.
import { sql, type Kysely } from "kysely";
import { problem } from "#language/problem.ts";
import type { DB, Row } from "#server/db/tables.ts";
import type { ConnectionReference } from "./connection-reference.ts";

export type ConnectionRow = Row<"connections">;
type StoredReference = Exclude<ConnectionReference, { by: "address" }>;

export const findRow = async (db: Kysely<DB>, reference: StoredReference, namespace: string): Promise<ConnectionRow> =>
  pickRow(await loadCandidates(db, [reference]), reference, namespace);

/** Loads the rows that the references may mean. */
export async function loadCandidates(
  db: Kysely<DB>,
  references: readonly StoredReference[],
): Promise<readonly ConnectionRow[]> {
  const ids = references.flatMap((reference) => (reference.by === "id" ? [reference.id] : []));
  const names = references.flatMap((reference) => (reference.by === "name" ? [reference.name] : []));
  if (references.length === 0) return [];
  const { rows } = await sql<ConnectionRow>`
    select *
    from   connections
    where  deleted_at is null
    and    (id = any(${ids}::uuid[]) or name = any(${names}::text[]))`.execute(db);
  return rows;
}

/** Throws a `not_found` problem if no row matches. */
export function pickRow(rows: readonly ConnectionRow[], reference: StoredReference, namespace: string): ConnectionRow {
  if (reference.by === "id") {
    const found = rows.find(({ id }) => id === reference.id);
    if (!found) throw problem.notFound("connection", reference.id);
    return found;
  }
  const { first, name } = reference;
  const named = rows.filter((row) => row.name === name);
  const inside = named.find((row) => row.namespace === (first ?? namespace));
  if (inside) return inside;
  if (first === undefined) throw missing(name, namespace);
  // Older specs have the type in place of the namespace. The spec's own namespace is searched first; several matches
  // are an error.
  const typed = named.filter((row) => row.type === first);
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
