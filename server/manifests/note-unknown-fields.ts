// Records the unknown fields of a resource in its job history: a row when they change, and one more when none is left.
// Resources from files are left out, because the folder's watcher reports their unknown fields with file and line.
import { sql, type Kysely } from "kysely";
import { placedUnknownField, type UnknownField } from "#language/unknown-fields.ts";
import type { System } from "../area.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { DB } from "../db/tables.ts";
import { defineJob } from "../jobs/definition.ts";
import { recordEnd } from "../jobs/history.ts";
import { sourcePrefix } from "./watch-folder.ts";

export const historyName = "Unknown fields";

const maxReported = 100;
const batchRows = 500;

interface Resource {
  table: string;
  id: string;
}

/** Writes a row unless the previous row has the same errors. */
export async function noteUnknownFields(
  db: Kysely<DB>,
  { table, id }: Resource,
  fields: readonly UnknownField[],
): Promise<void> {
  const resource = { type: singular(table), id };
  const errors = fields.slice(0, maxReported).map((field) => placedUnknownField(field));
  const { rows } = await sql<{ errors: readonly string[] | null }>`
    select details -> 'errors' as errors
    from   job_history
    where  resource_type = ${resource.type} and resource_id = ${id} and name = ${historyName}
    order  by created_at desc
    limit  1`.execute(db);
  if (JSON.stringify(rows[0]?.errors ?? []) === JSON.stringify(errors)) return;
  await recordEnd(
    db,
    { id: newId(), name: historyName, resource, startedAt: new Date() },
    {
      status: errors.length > 0 ? "WARNING" : "SUCCESS",
      successes: 1,
      failures: fields.length,
      details: errors.length > 0 ? { errors } : {},
      durationMs: 0,
    },
  );
}

/** In the job history, the name of a resource type is the singular of its table name. */
const singular = (table: string) => table.replace(/ies$/, "y").replace(/s$/, "");

/**
 * Checks the stored specs against the schemas of this version: specs that were saved before it, and specs that arrived
 * without a save, for example from a cluster.
 */
export const noteStoredSpecs = defineJob({
  name: "note-unknown-fields",
  title: "Check specs for unknown fields",
  schedule: { everySeconds: 3600 },
  history: "failed-only",
  async run({ system, signal, success }) {
    for (const table of system.specs.tables) success(await noteTable(system, table, signal));
  },
});

async function noteTable({ db, catalog, specs }: System, table: string, signal: AbortSignal): Promise<number> {
  const columns = catalog.current.relations.get(table)?.columns;
  if (!columns?.has("spec")) return 0;
  const isPresent = columns.has("deleted_at") ? sql`deleted_at is null` : sql`true`;
  const isElsewhere = columns.has("source") ? sql`source like ${`${sourcePrefix}%`}` : sql`false`;
  let last = "00000000-0000-0000-0000-000000000000";
  let judged = 0;
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ id: string; spec: unknown; is_noted: boolean }>`
      select id, spec,
             exists (select from job_history h
                     where h.resource_type = ${singular(table)} and h.resource_id = t.id::text and h.name = ${historyName}
                    ) as is_noted
      from   ${sql.table(table)} t
      where  id > ${last} and ${isPresent} and not coalesce(${isElsewhere}, false)
      order  by id
      limit  ${batchRows}`.execute(db.system);
    for (const { id, spec, is_noted: isNoted } of rows) {
      const fields = specs.unknownIn(table, spec);
      if (isNoted || fields.length > 0) await noteUnknownFields(db.system, { table, id }, fields);
    }
    judged += rows.length;
    if (rows.length < batchRows) return judged;
    last = rows.at(-1)!.id;
  }
}
