// Writes incident rows as the server itself. The same write hooks run as for people, so events are published. The
// author in the history is the system person.
import { sql } from "kysely";
import { systemPersonId } from "#areas/people/server/index.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Row } from "#server/db/writes.ts";
import { systemActor } from "#server/http/actor.ts";

export type IncidentTable = "incidents" | "hypotheses" | "evidences" | "responders";

export type Writing = Pick<System, "writes">;

/** Call this once at the start of a transaction. The changes of the transaction are not evaluated again. */
export async function actAsSystem(tx: Tx): Promise<void> {
  await sql`
    select set_config('quarterdeck.person', ${systemPersonId}, true), set_config('quarterdeck.automating', 'on', true)`.execute(
    tx,
  );
}

export function insertRows(
  { writes }: Writing,
  tx: Tx,
  relation: IncidentTable,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  return writes.through(tx, systemActor, {
    relation,
    verb: "insert",
    rows: rows.map((row) => ({ created_by: systemPersonId, ...row })),
    statement: async (prepared) => {
      // All rows of one statement must have the same columns.
      const columns = [...new Set(prepared.flatMap((row) => Object.keys(row)))];
      const { rows: written } = await sql<Row>`
        insert into ${sql.table(relation)} (${sql.join(columns.map((column) => sql.ref(column)))})
        select ${sql.join(columns.map((column) => sql`${sql.ref(`r.${column}`)}`))}
        from   jsonb_populate_recordset(null::${sql.table(relation)}, ${JSON.stringify(prepared)}::jsonb) r
        returning *`.execute(tx);
      return written;
    },
  });
}

export interface Update {
  relation: IncidentTable;
  ids: readonly string[];
  /** The columns that are the same for all rows. */
  set: Row;
  /** Further columns, by row id. */
  each?: ReadonlyMap<string, Row>;
}

/** Updates rows with one statement. */
export async function updateRows({ writes }: Writing, tx: Tx, { relation, ids, set, each }: Update): Promise<void> {
  if (ids.length === 0) return;
  const table = sql.table(relation);
  await writes.through(tx, systemActor, {
    relation,
    verb: "update",
    rows: [set],
    lockBefore: async () =>
      (await sql<Row>`select * from ${table} where id = any (${ids}::uuid[]) order by id for update`.execute(tx)).rows,
    statement: async ([prepared = set]) => {
      const rows = ids.map((id) => ({ ...prepared, ...each?.get(id), id }));
      const columns = Object.keys(rows[0]!).filter((column) => column !== "id");
      const { rows: written } = await sql<Row>`
        update ${table} as t
        set    ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`r.${column}`)}`))}
        from   jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) r
        where  t.id = r.id
        returning t.*`.execute(tx);
      return written;
    },
  });
}

/** Adds the reasons for automatic status changes to the history entries of these changes, by incident. */
export async function explainStatus(tx: Tx, reasons: ReadonlyMap<string, string>): Promise<void> {
  if (reasons.size === 0) return;
  await sql`
    update incident_histories h
    set    reason = l.reason
    from   (
             select distinct on (r.incident_id) h.id, r.reason
             from   unnest(${[...reasons.keys()]}::uuid[], ${[...reasons.values()]}::text[]) as r (incident_id, reason)
             join   incident_histories h on h.incident_id = r.incident_id and h.type = 'incident.status_updated'
             order  by r.incident_id, h.created_at desc, h.id desc
           ) l
    where  h.id = l.id`.execute(tx);
}
