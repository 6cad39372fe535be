// Writes silences in the same way as the data API: with the write hook, the author and the audit log. Other routes use
// it after they have checked that the actor may read the row and its resource.
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Row } from "#server/db/writes.ts";
import type { Actor, Origin } from "#server/http/actor.ts";

const table = "notification_silences";

export interface Author {
  actor: Actor;
  origin: Origin;
}

type Stores = Pick<System, "catalog" | "writes">;

const isDocument = (value: unknown) => typeof value === "object" && value !== null;

/** The driver would send a list as a PostgreSQL array. */
const storedValues = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, isDocument(value) ? JSON.stringify(value) : value]),
  );

export async function insertSilence(tx: Tx, { catalog, writes }: Stores, { actor, origin }: Author, row: Row) {
  const [written] = await writes.through(tx, actor, {
    relation: table,
    about: catalog.current.relations.get(table)!,
    verb: "insert",
    rows: [row],
    origin,
    statement: ([prepared]) => tx.insertInto(table).values(storedValues(prepared!)).returningAll().execute(),
  });
  return { id: String(written!["id"]), name: String(written!["name"]) };
}

export async function updateSilence(
  tx: Tx,
  { catalog, writes }: Stores,
  { actor, origin }: Author,
  { id, changes }: { id: string; changes: Row },
) {
  await writes.through(tx, actor, {
    relation: table,
    about: catalog.current.relations.get(table)!,
    verb: "update",
    rows: [changes],
    origin,
    lockBefore: async () => {
      const { rows } = await sql<Row>`
        select * from notification_silences where id = ${id} and deleted_at is null for update`.execute(tx);
      if (rows.length === 0) throw problem.notFound("silence", id);
      return rows;
    },
    statement: ([prepared]) =>
      tx.updateTable(table).set(storedValues(prepared!)).where("id", "=", id).returningAll().execute(),
  });
}
