// Reads the database of Quarterdeck and its tables. Sizes are properties, not part of the document, because they change
// with every run.
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import type { Databases } from "#server/db/pool.ts";
import type { ItemReference, Scraped } from "../../scrape/found.ts";
import type { Machine } from "./machine.ts";
import { coarse, hostReference } from "./on-host.ts";

export const databaseReference: ItemReference = { externalId: "database", type: "PostgreSQL::Database" };

interface Source {
  db: Pick<Databases, "system" | "connection">;
  machine: Machine;
}

interface DatabaseRow {
  name: string;
  version: string;
  encoding: string;
  collation: string;
  size: number;
  connections: number;
  max_connections: number;
  extensions: Record<string, string>;
  settings: Record<string, string>;
}

export async function* databaseItems({ db, machine }: Source): AsyncGenerator<Scraped> {
  const database = await databaseOf(db);
  const host = isHere(db.connection) ? [hostReference(machine.node.hostname)] : [];
  const isShort = database.connections > database.max_connections * 0.9;
  yield {
    id: databaseReference.externalId,
    type: "PostgreSQL::Database",
    class: "Database",
    name: database.name,
    document: {
      name: database.name,
      version: database.version,
      encoding: database.encoding,
      collation: database.collation,
      extensions: database.extensions,
      settings: database.settings,
    },
    status: isShort ? "Low on connections" : "Running",
    health: isShort ? "warning" : "healthy",
    description: "The database that Quarterdeck uses",
    tags: { database: database.name },
    properties: [
      { name: "size", label: "Size", value: coarse(database.size), unit: "bytes" },
      { name: "max-connections", label: "Connections", text: `${database.max_connections} at most` },
    ],
    parents: host,
  };
  for (const table of await tablesOf(db)) yield tableItem(table, database.name);
}

/** The host is the parent of a database that is reached over a local socket or loopback. */
const isHere = ({ connectionString, host = "" }: Databases["connection"]) => {
  const name =
    connectionString === undefined
      ? host
      : URL.canParse(connectionString)
        ? new URL(connectionString).searchParams.get("host") || new URL(connectionString).hostname
        : "elsewhere";
  return name === "" || name.startsWith("/") || /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(name);
};

async function databaseOf({ system }: Source["db"]): Promise<DatabaseRow> {
  // Reads server settings, except settings of this session, settings that may contain a secret, and address settings.
  const { rows } = await sql<DatabaseRow>`
    select d.datname as name, current_setting('server_version') as version, pg_encoding_to_char(d.encoding) as encoding,
           d.datcollate as collation, pg_database_size(d.oid) as size,
           (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
           current_setting('max_connections')::int as max_connections,
           (select coalesce(jsonb_object_agg(extname, extversion), '{}') from pg_extension) as extensions,
           (select coalesce(jsonb_object_agg(name, setting || coalesce(' ' || unit, '')), '{}')
            from   pg_settings
            where  source in ('configuration file', 'command line', 'database', 'global', 'environment variable')
            and    setting is distinct from boot_val
            and    name !~ 'command|conninfo|password|passphrase|directory|directories|_file$|^port$|^application_name$') as settings
    from   pg_database d
    where  d.datname = current_database()`.execute(system);
  return rows[0]!;
}

interface TableRow {
  schema: string;
  name: string;
  comment: string | null;
  rows: number;
  size: number;
  is_partitioned: boolean;
  columns: Record<string, string>;
  indexes: Record<string, string>;
  constraints: Record<string, string>;
}

/** Partitions count as part of their table and are not returned as tables. */
async function tablesOf({ system }: Source["db"]): Promise<TableRow[]> {
  const { rows } = await sql<TableRow>`
    with own as (
      select c.oid, n.nspname as schema, c.relname as name, c.relkind = 'p' as is_partitioned,
             obj_description(c.oid, 'pg_class') as comment
      from   pg_class c
      join   pg_namespace n on n.oid = c.relnamespace
      where  c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't'
      and    n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
    ),
    columns as (
      select a.attrelid,
             jsonb_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)
               || case when a.attnotnull then ' not null' else '' end
               || coalesce(case when a.attgenerated <> '' then ' generated as ' else ' default ' end
                           || pg_get_expr(f.adbin, f.adrelid), '')) as columns
      from   pg_attribute a
      left   join pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
      where  a.attrelid in (select oid from own) and a.attnum > 0 and not a.attisdropped
      group  by a.attrelid
    ),
    indexes as (
      select i.indrelid, jsonb_object_agg(c.relname, pg_get_indexdef(c.oid)) as indexes
      from   pg_index i
      join   pg_class c on c.oid = i.indexrelid
      where  i.indrelid in (select oid from own)
      group  by i.indrelid
    ),
    constraints as (
      select k.conrelid, jsonb_object_agg(k.conname, pg_get_constraintdef(k.oid)) as constraints
      from   pg_constraint k
      where  k.conrelid in (select oid from own) and k.contype in ('c', 'f', 'x')
      group  by k.conrelid
    )
    select o.schema, o.name, o.comment, o.is_partitioned, coalesce(a.columns, '{}') as columns,
           coalesce(i.indexes, '{}') as indexes, coalesce(k.constraints, '{}') as constraints, s.rows, s.size
    from   own o
    left   join columns a on a.attrelid = o.oid
    left   join indexes i on i.indrelid = o.oid
    left   join constraints k on k.conrelid = o.oid
    cross  join lateral (
      select coalesce(sum(greatest(c.reltuples, 0)), 0)::bigint as rows, coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as size
      from   pg_class c
      where  c.oid = o.oid and not o.is_partitioned
      or     o.is_partitioned and c.relkind = 'r' and c.oid in (select relid from pg_partition_tree(o.oid))
    ) s
    order  by o.schema, o.name`.execute(system);
  return rows;
}

function tableItem(table: TableRow, database: string): Scraped {
  const { schema, name, comment } = table;
  const document: Record<string, Json> = {
    schema,
    name,
    columns: table.columns,
    ...(Object.keys(table.indexes).length > 0 && { indexes: table.indexes }),
    ...(Object.keys(table.constraints).length > 0 && { constraints: table.constraints }),
    ...(table.is_partitioned && { partitioned: true }),
  };
  return {
    id: `${databaseReference.externalId}/${schema}.${name}`,
    type: "PostgreSQL::Table",
    class: "Table",
    name: schema === "public" ? name : `${schema}.${name}`,
    document,
    ...(comment !== null && { description: comment }),
    tags: { database, schema },
    properties: [
      { name: "rows", label: "Rows", text: `about ${coarse(table.rows).toLocaleString("en-US")}` },
      { name: "size", label: "Size", value: coarse(table.size), unit: "bytes" },
    ],
    parents: [databaseReference],
  };
}
