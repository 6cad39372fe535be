// Stores resources from manifest files in a table with name, namespace, source, spec and sealed credentials: one row
// per resource, with the file as its source. A resource removed from its file is deleted. If the resource is added
// again, to this or a different file, its row is restored, so that its history continues.
import { sql, type Kysely } from "kysely";
import type { z } from "zod";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "../db/pool.ts";
import type { DB } from "../db/tables.ts";
import { writeDocument } from "../spec/sealed-columns.ts";
import { applyFile } from "./apply-file.ts";
import { findDeleted, isLocal } from "./find-deleted.ts";
import type { ManifestKind, ManifestName, ManifestStores } from "./manifest-kind.ts";
import type { ReadResource } from "./read-resources.ts";

/** The columns that follow-up work reads. */
export interface StoredResource extends ManifestName {
  id: string;
  /** Some tables have rows of this system only, and no such column. */
  agent_id: string;
  spec: unknown;
  deleted_at: string | null;
}

export interface ResourceTable {
  table: "config_scrapers" | "topologies" | "logging_backends" | "views" | "applications";
  schema: z.ZodType;
  /** Further columns of a resource. */
  columns?(item: ReadResource): Readonly<Record<string, unknown>>;
  /** Called before a new row is inserted; throws a Problem if the resource must not be stored. */
  refuse?(tx: Tx, item: ReadResource): Promise<void>;
  /** Called in the transaction that writes or deletes the row. */
  after?(tx: Tx, row: StoredResource): Promise<void>;
}

export function storedResources(resources: ResourceTable): Pick<ManifestKind<ReadResource>, "apply" | "sources"> {
  const table = sql.table(resources.table);
  return {
    apply: (system, { source, ...file }) =>
      applyFile(file, {
        present: () => presentOf(system.db.system, resources, source),
        write: (item) => write(system, resources, source, item),
        end: (id) =>
          system.db.system.transaction().execute(async (tx) => {
            const { rows } = await sql<StoredResource>`
              update ${table} set deleted_at = now() where id = ${id} returning *`.execute(tx);
            await resources.after?.(tx, rows[0]!);
          }),
      }),

    async sources({ db }, prefix) {
      const { rows } = await sql<{ source: string }>`
        select distinct source
        from   ${table}
        where  source like ${`${prefix}%`} and ${isLocal(resources.table)} and deleted_at is null`.execute(db.system);
      return rows.map(({ source }) => source);
    },
  };
}

async function presentOf(db: Kysely<DB>, { table }: ResourceTable, source: string) {
  const { rows } = await sql<ManifestName & { id: string }>`
    select id, name, coalesce(namespace, 'default') as namespace
    from   ${sql.table(table)}
    where  source = ${source} and ${isLocal(table)} and deleted_at is null`.execute(db);
  return rows;
}

async function write(
  { db, secrets }: ManifestStores,
  resources: ResourceTable,
  source: string,
  item: ReadResource,
): Promise<void> {
  const { table, schema } = resources;
  const { name, namespace, spec } = item;
  await db.system.transaction().execute(async (tx) => {
    const present = (await presentOf(tx, resources, source)).find(
      (row) => row.name === name && row.namespace === namespace,
    );
    if (!present) await resources.refuse?.(tx, item);
    const known = present ?? (await findDeleted(tx, table, { name, namespace, source }));
    const { rows: stored } = await sql<{ spec: unknown; spec_secrets: string | null }>`
      select spec, spec_secrets from ${sql.table(table)} where id = ${known?.id ?? null}::uuid`.execute(tx);
    const id = known?.id ?? newId();
    const sealed = writeDocument(
      secrets,
      { table, id, column: "spec" },
      { schema, sent: spec, stored: stored[0] && { masked: stored[0].spec, sealed: stored[0].spec_secrets } },
    );
    const values = { ...resources.columns?.(item), ...sealed, source };
    const columns = Object.entries(values);
    const valueOf = (value: unknown) =>
      typeof value === "object" && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
    const { rows } = known
      ? await sql<StoredResource>`
          update ${sql.table(table)}
          set    ${sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${valueOf(value)}`))}, deleted_at = null
          where  id = ${id}
          returning *`.execute(tx)
      : await sql<StoredResource>`
          insert into ${sql.table(table)} (id, name, namespace, ${sql.join(columns.map(([column]) => sql.ref(column)))})
          values (${id}, ${name}, ${namespace}, ${sql.join(columns.map(([, value]) => valueOf(value)))})
          returning *`.execute(tx);
    await resources.after?.(tx, rows[0]!);
  });
}
