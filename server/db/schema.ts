// Migrates a database to the schema of this version: applies new changes, rebuilds changed views and functions, and
// issues the grants. Runs under an advisory lock, so that processes that start together take turns. There are no down
// migrations.
import pg from "pg";
import type { Log } from "../log.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { hasSqlState } from "./failures.ts";
import { clientConfig, newRoleNames, rolesOf, type Connection, type RoleNames } from "./pool.ts";
import { replaceOldChanges } from "./replaced-changes.ts";
import { issueRights, rightsVersion } from "./rights.ts";
import { readSchemaFiles, type SchemaFiles, type SqlFile } from "./schema-files.ts";
import { quote } from "./sql-text.ts";

/** The key of the advisory lock: an arbitrary constant that must be the same in every version of the product. */
const lockKey = 7_361_902_214;

/** The channel that is notified after a change, so that every process reads its catalog again. */
export const schemaChannel = "quarterdeck_schema";

/**
 * A schema that is not defined by the SQL files of this repository, such as the schema of the job engine. It is
 * installed under the same lock.
 */
export interface SchemaPart {
  name: string;
  /** Returns whether anything was changed. */
  install(client: pg.ClientBase): Promise<boolean>;
}

export interface SchemaResult {
  applied: number;
  rebuilt: number;
}

export async function bringUpToDate(
  connection: Connection,
  { log, parts = [], files }: { log: Log; parts?: readonly SchemaPart[]; files?: SchemaFiles },
): Promise<SchemaResult> {
  const wanted = files ?? (await readSchemaFiles());
  const client = new pg.Client({ ...clientConfig(connection, "quarterdeck schema"), statement_timeout: 0 });
  // If the connection is lost, the waiting statement reports the error.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    const roles = await prepareDatabase(client, wanted.changes);
    const applied = await applyChanges(client, wanted.changes, roles);
    const rebuilt = await rebuildPresent(client, wanted, log);
    let installed = false;
    for (const part of parts) installed = (await part.install(client)) || installed;
    if (installed || !(await areRightsIssued(client))) {
      await inTransaction(client, async () => {
        await issueRights(client, roles);
        await client.query(`update schema_roles set issued_for = (${present})`);
        await client.query(`notify ${schemaChannel}`);
      });
    }
    return { applied, rebuilt };
  } finally {
    await client.end();
  }
}

/**
 * The schema that the grants were issued for. If a process is killed between a change and its grants, the next start
 * issues them.
 */
const present = `
  select md5(string_agg(path || checksum, ',' order by path) || '${rightsVersion}')
  from  (select path, checksum from schema_changes union all select path, checksum from schema_objects) files`;

async function areRightsIssued(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ issued: boolean }>(
    `select coalesce(issued_for = (${present}), false) as issued from schema_roles`,
  );
  return rows[0]!.issued;
}

/** Checks that this database server meets the requirements, and creates the bookkeeping tables and the roles. */
async function prepareDatabase(client: pg.Client, changes: readonly SqlFile[]): Promise<RoleNames> {
  const { rows } = await client.query<{
    version: number;
    database: string;
    login: string;
    trgm: boolean;
    known: boolean;
  }>(
    `select current_setting('server_version_num')::int / 10000 as version,
            current_database() as database,
            current_user as login,
            exists (select from pg_available_extensions where name = 'pg_trgm') as trgm,
            to_regclass('public.schema_objects') is not null as known`,
  );
  const { version, database, login, trgm, known } = rows[0]!;
  if (version < 15)
    throw new StartRefused(
      `The database is PostgreSQL ${version}; Quarterdeck needs version 15 or newer. ` +
        "Upgrade it, point DATABASE_URL elsewhere, or unset DATABASE_URL to use the PostgreSQL that comes with Quarterdeck.",
    );
  if (!trgm)
    throw new StartRefused(
      "The database server does not offer the extension pg_trgm. " +
        "Install PostgreSQL's contrib package on it (Debian: postgresql-contrib), then start again.",
    );
  if (known) {
    await inTransaction(client, () => replaceOldChanges(client, changes));
    const roles = await rolesOf(client);
    // A dump that was restored to a different cluster does not contain its roles.
    await inTransaction(client, async () => {
      if (!(await refuseWithoutRights(createRoles(client, roles, login), login, database))) return;
      await client.query("update schema_roles set issued_for = null");
    });
    return roles;
  }
  const roles = newRoleNames(database);
  await inTransaction(client, async () => {
    await refuseWithoutRights(createRoles(client, roles, login), login, database);
    await refuseWithoutRights(client.query(bookkeeping), login, database);
    await client.query("insert into schema_roles (plain, scoped, gathered) values ($1, $2, $3)", [
      roles.plain,
      roles.scoped,
      roles.gathered,
    ]);
    await refuseWithoutRights(client.query("create extension if not exists pg_trgm"), login, database);
  });
  return roles;
}

const bookkeeping = `
create table schema_changes (
  path       text primary key,
  checksum   text not null,
  applied_at timestamptz not null default now()
);
comment on table schema_changes is 'The SQL files that have been applied to this database, by path.';
create table schema_objects (
  path     text primary key,
  checksum text not null
);
comment on table schema_objects is 'The version of each view and function in this database.';
create table schema_roles (
  plain      text not null,
  scoped     text not null,
  gathered   text not null,
  issued_for text
);
comment on table schema_roles is 'The roles in the grants and policies of this database.';
comment on column schema_roles.issued_for is 'Fingerprint of the schema that rights were last issued for.';`;

/** Returns whether there was anything to do. */
async function createRoles(client: pg.Client, roles: RoleNames, login: string): Promise<boolean> {
  let changed = false;
  for (const role of Object.values(roles)) {
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [role]);
    if (!rowCount) await client.query(`create role ${quote(role)} nologin noinherit`);
    // Since PostgreSQL 16, the creator of a role can administer the role, but must grant the role to itself before it
    // can switch to it.
    const mayUse = rowCount === 1 && (await maySetRole(client, role));
    if (!mayUse) await client.query(`grant ${quote(role)} to ${quote(login)}`);
    changed ||= !mayUse;
  }
  await bypassRowPolicies(client, roles.plain);
  return changed;
}

/** Row policies allow everything to the plain role; with bypassrls its queries are planned with all statistics. */
async function bypassRowPolicies(client: pg.Client, role: string): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1 and not rolbypassrls", [role]);
  if (!rowCount) return;
  await client.query("savepoint bypass");
  // Only a superuser, or a role with bypassrls, may set this.
  await client.query(`alter role ${quote(role)} bypassrls`).catch(() => client.query("rollback to savepoint bypass"));
}

async function maySetRole(client: pg.Client, role: string): Promise<boolean> {
  await client.query("savepoint try_role");
  try {
    await client.query(`set local role ${quote(role)}`);
    return true;
  } catch {
    return false;
  } finally {
    await client.query("rollback to savepoint try_role");
  }
}

async function refuseWithoutRights<T>(work: Promise<T>, login: string, database: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!hasSqlState(error, "42501")) throw error;
    throw new StartRefused(
      `The user ${login} of DATABASE_URL is not allowed to set up the database ${database} (${(error as Error).message}). ` +
        `As a superuser, run: alter role ${quote(login)} createrole; grant create on database ${quote(database)} to ${quote(login)}; ` +
        `grant all on schema public to ${quote(login)};`,
    );
  }
}

async function applyChanges(client: pg.Client, changes: readonly SqlFile[], roles: RoleNames): Promise<number> {
  const { rows } = await client.query<{ path: string; checksum: string }>("select path, checksum from schema_changes");
  const done = new Map(rows.map(({ path, checksum }) => [path, checksum]));
  const unknown = rows.find(({ path }) => !changes.some((change) => change.path === path));
  if (unknown)
    throw new StartRefused(
      `The database was created by a newer version of Quarterdeck (it contains ${unknown.path}, which this version does not have). ` +
        "Start that version or a newer one; a schema cannot be downgraded.",
    );
  let applied = 0;
  for (const change of changes) {
    const checksum = done.get(change.path);
    if (checksum === change.checksum) continue;
    if (checksum !== undefined)
      throw new StartRefused(
        `${change.path} was edited after it had been applied to this database. Restore it and put the change into a new file.`,
      );
    await inTransaction(client, async () => {
      await runFile(client, change, roles);
      await client.query("insert into schema_changes (path, checksum) values ($1, $2)", [change.path, change.checksum]);
    });
    applied += 1;
  }
  return applied;
}

/**
 * Runs a file. `:"plain"` and `:"scoped"` are replaced by the role names; psql has the same notation, so a file can be
 * pasted there.
 */
async function runFile(client: pg.ClientBase, file: SqlFile, names: RoleNames): Promise<void> {
  const text = file.sql.replaceAll(/:"(plain|scoped)"/g, (_, role: "plain" | "scoped") => quote(names[role]));
  try {
    await client.query(text);
  } catch (error) {
    throw new Error(`${file.path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Rebuilds changed views and functions and the views that depend on them, in one transaction. */
async function rebuildPresent(client: pg.Client, { functions, views }: SchemaFiles, log: Log): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(client, () => rebuild(client, functions, views));
    } catch (error) {
      // A long-running query may use a view that is replaced here. Other queries must not wait for this lock for long.
      if (!hasSqlState((error as Error).cause ?? error, "55P03") || attempt === 30) throw error;
      log.info({ attempt }, "a view is in use; waiting to replace it");
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

async function rebuild(client: pg.Client, functions: readonly SqlFile[], views: readonly SqlFile[]): Promise<number> {
  const { rows } = await client.query<{ path: string; checksum: string }>("select path, checksum from schema_objects");
  const checksums = new Map(rows.map(({ path, checksum }) => [path, checksum]));
  const isChanged = (file: SqlFile) => checksums.get(file.path) !== file.checksum;
  const files = [...functions, ...views];
  const removed = rows.filter(({ path }) => !files.some((file) => file.path === path));
  if (removed.length === 0 && !files.some(isChanged)) return 0;

  await client.query("set local lock_timeout = '2s'");
  for (const view of [...views.filter(isChanged).map(({ name }) => name), ...removed.filter(isView).map(nameOf)])
    await client.query(`drop view if exists public.${quote(view)} cascade`);
  for (const routine of removed.filter((row) => !isView(row)).map(nameOf))
    await client.query(`drop routine if exists public.${quote(routine)} cascade`);

  // Dropping with cascade also dropped dependent views, and functions that return rows of a dropped view, so everything
  // that is missing now is created.
  const { rows: existing } = await client.query<{ views: string[]; functions: string[] }>(
    `select array(select relname::text from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace) as views,
            array(select proname::text from pg_proc where pronamespace = 'public'::regnamespace) as functions`,
  );
  const present = { views: new Set(existing[0]!.views), functions: new Set(existing[0]!.functions) };
  const missing = [
    ...functions.filter((file) => isChanged(file) || !present.functions.has(file.name)),
    ...views.filter(({ name }) => !present.views.has(name)),
  ];
  await createInDependencyOrder(client, missing);
  await requireSecurityInvoker(client);

  await client.query("delete from schema_objects");
  for (const { path, checksum } of files)
    await client.query("insert into schema_objects (path, checksum) values ($1, $2)", [path, checksum]);
  return missing.length;
}

const isView = ({ path }: { path: string }) => path.includes("/views/");
const nameOf = ({ path }: { path: string }) => path.slice(path.lastIndexOf("/") + 1, -".sql".length);

/**
 * Creates objects in the order of their dependencies. Files do not declare dependencies: a file that fails because a
 * dependency is missing is retried after the other files.
 */
async function createInDependencyOrder(client: pg.Client, files: readonly SqlFile[]): Promise<void> {
  let waiting = [...files];
  while (waiting.length > 0) {
    const failed: { file: SqlFile; error: Error }[] = [];
    for (const file of waiting) {
      await client.query("savepoint create_object");
      try {
        await client.query(file.sql);
        await client.query("release savepoint create_object");
      } catch (error) {
        await client.query("rollback to savepoint create_object");
        failed.push({ file, error: error as Error });
      }
    }
    const first = failed[0];
    if (first && failed.length === waiting.length)
      throw new Error(`${first.file.path}: ${first.error.message}`, { cause: first.error });
    waiting = failed.map(({ file }) => file);
  }
}

/** Refuses views without security_invoker, which run with their owner's rights and bypass the row policies. */
async function requireSecurityInvoker(client: pg.Client): Promise<void> {
  const { rows: definers } = await client.query<{ name: string }>(
    `select p.proname as name
     from   pg_proc p
     where  p.pronamespace = 'public'::regnamespace and p.prosecdef
     and    obj_description(p.oid, 'pg_proc') ~ '@exposed'`,
  );
  if (definers.length > 0)
    throw new Error(
      `These functions are exposed and run with their owner's rights: ${definers.map(({ name }) => name).join(", ")}`,
    );
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name
     from   pg_class c
     where  c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
     and    not coalesce(c.reloptions @> '{security_invoker=true}', false)
     and    not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
  );
  if (rows.length > 0)
    throw new Error(
      `These views do not have "with (security_invoker = true)": ${rows.map(({ name }) => name).join(", ")}`,
    );
}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}
