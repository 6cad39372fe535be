// Starts this version on databases that were created by the changes from before the baselines. The fixture contains
// these changes, the functions and views of their time, and rows for every table.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import pg from "pg";
import { expect, test } from "vitest";
import { repository } from "#lib/load/repository.ts";
import { jobsSchemaPart } from "#server/jobs/install.ts";
import { emptyDatabase, testDatabase, testLog } from "#tests/support/database.ts";
import type { Connection, RoleNames } from "./pool.ts";
import type { SchemaFiles, SqlFile } from "./schema-files.ts";
import { bringUpToDate } from "./schema.ts";

const fixture = JSON.parse(
  brotliDecompressSync(
    await readFile(join(repository, "tests", "support", "schema-before-baselines.json.br")),
  ).toString(),
) as { files: Record<string, string>; estate: string };

const filesIn = (pattern: RegExp): SqlFile[] =>
  Object.entries(fixture.files)
    .filter(([path]) => pattern.test(path))
    .map(([path, sql]) => ({
      path,
      name: path.slice(path.lastIndexOf("/") + 1, -".sql".length),
      sql,
      checksum: createHash("sha256").update(sql).digest("hex"),
    }));

const old: SchemaFiles = {
  changes: filesIn(/\/schema\/[^/]+$/).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
  functions: filesIn(/\/schema\/functions\//),
  views: filesIn(/\/schema\/views\//),
};

const bring = (connection: Connection, files?: SchemaFiles) =>
  bringUpToDate(connection, { log: testLog, parts: [jobsSchemaPart], ...(files && { files }) });

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Returns every object of the schema with all its properties, one line each; role names are replaced by their purpose.
 */
const readSchema = (connection: Connection) =>
  withClient(connection, async (client) => {
    const roles = (await client.query<RoleNames>("select plain, scoped, gathered from schema_roles")).rows[0]!;
    const { rows } = await client.query<{ line: string }>(everything);
    return rows.map(({ line }) =>
      Object.entries(roles).reduce((text, [purpose, role]) => text.replaceAll(role as string, purpose), line),
    );
  });

const everything = `
with relations as (
  select c.*
  from   pg_class c
  where  c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
  and    not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
)
select concat_ws(' ', 'relation', r.relname, r.relkind, r.relpersistence, r.reloptions, r.relrowsecurity,
         (select array_agg(acl::text order by acl::text) from unnest(r.relacl) acl),
         pg_get_partkeydef(r.oid), pg_get_expr(r.relpartbound, r.oid), obj_description(r.oid, 'pg_class'),
         case r.relkind when 'v' then pg_get_viewdef(r.oid) end) as line
from   relations r
union all
select concat_ws(' ', 'column', r.relname, row_number() over (partition by r.oid order by a.attnum), a.attname,
         format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage,
         pg_get_expr(d.adbin, d.adrelid), (select array_agg(acl::text order by acl::text) from unnest(a.attacl) acl),
         col_description(r.oid, a.attnum))
from   relations r
join   pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
left   join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
union all
select concat_ws(' ', 'constraint', r.relname, c.conname, c.convalidated, pg_get_constraintdef(c.oid))
from   relations r join pg_constraint c on c.conrelid = r.oid
union all
select concat_ws(' ', 'index', pg_get_indexdef(x.indexrelid), x.indisvalid)
from   relations r join pg_index x on x.indrelid = r.oid
union all
select concat_ws(' ', 'trigger', t.tgenabled, pg_get_triggerdef(t.oid))
from   relations r join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal
union all
select concat_ws(' ', 'policy', r.relname, p.polname, p.polroles::regrole[], obj_description(p.oid, 'pg_policy'))
from   relations r join pg_policy p on p.polrelid = r.oid
union all
select concat_ws(' ', 'routine', pg_get_functiondef(p.oid), p.proacl, obj_description(p.oid, 'pg_proc'))
from   pg_proc p
where  p.pronamespace = 'public'::regnamespace
and    not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
union all
select concat_ws(' ', 'file', path, checksum) from schema_changes
union all
select concat_ws(' ', 'file', path, checksum) from schema_objects
order  by line`;

/** Returns all rows of all tables except the server's own records. */
const readRows = (connection: Connection) =>
  withClient(connection, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where  relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and    relname not in ('schema_changes', 'schema_objects', 'schema_roles')`,
    );
    const found: Record<string, unknown[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: unknown }>(
        `select to_jsonb(t) as row from "${name}" t order by to_jsonb(t)::text`,
      );
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  });

test("a database with all replaced changes keeps its rows and gets the schema of a new database", async () => {
  const [used, fresh] = [await emptyDatabase(), await testDatabase()];
  await bring(used.connection, old);
  await withClient(used.connection, (client) => client.query(fixture.estate));
  const before = await readRows(used.connection);
  expect(before["config_items"]!.length).toBeGreaterThan(10);

  // Processes that start at the same time take turns.
  await Promise.all([bring(used.connection), bring(used.connection)]);
  expect(await readRows(used.connection)).toMatchObject(before);
  expect(await readSchema(used.connection)).toEqual(await readSchema(fresh.connection));
  expect(await bring(used.connection)).toEqual({ applied: 0, rebuilt: 0 });
});

// The changes of the server module are a sufficient example of an incomplete set.
const isServerFile = ({ path }: SqlFile) => path.startsWith("server/db/");
const oldServer: SchemaFiles = {
  changes: old.changes.filter(isServerFile),
  functions: old.functions.filter(isServerFile),
  views: [],
};

test("a database without some of the replaced changes is refused with instructions and stays unchanged", async () => {
  const { connection } = await emptyDatabase();
  await bring(connection, oldServer);
  const before = await readSchema(connection);
  await expect(bring(connection)).rejects.toThrow(
    "The database has only 5 of the 98 schema changes that this version replaces " +
      "(it lacks areas/agents/schema/2026-11-16-0300_agents.sql). " +
      "Start Quarterdeck of commit 08a41880 with this database once, then this version.",
  );
  expect(await readSchema(connection)).toEqual(before);
});

test("a database that was created with edited changes is refused with instructions", async () => {
  const { connection } = await emptyDatabase();
  await bring(connection, oldServer);
  await withClient(connection, (client) =>
    client.query("insert into schema_changes (path, checksum) select unnest($1::text[]), 'edited'", [
      old.changes.filter((change) => !isServerFile(change)).map(({ path }) => path),
    ]),
  );
  await expect(bring(connection)).rejects.toThrow(
    /differ from the released ones, so this version cannot replace them\. Restore a backup .* or use an empty database/,
  );
});

test("a version without baselines refuses a database that has baselines", async () => {
  const { connection } = await testDatabase();
  await expect(bring(connection, old)).rejects.toThrow(
    /created by a newer version of Quarterdeck \(it contains .*2026-11-17-.*a schema cannot be downgraded/,
  );
});
