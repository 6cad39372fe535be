// The database as the server sees it. Three ways in, by who is asking:
//   system  the owner, for the server's own work (identity, jobs, schema); never for what an actor asks in his own words
//   plain   DML on exposed relations, no secret columns; for actors whose rights stop at relations and columns
//   scoped  as plain, but row policies apply; only inside a transaction that carries the actor's claims
// `set role` happens once per pooled connection, so that only row-scoped actors pay for a transaction.
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./tables.ts";
import type { Log } from "../log.ts";
import { wireTypes } from "./wire.ts";

/** Where the database is: from DATABASE_URL, or from the embedded cluster. */
export type Connection = Pick<pg.PoolConfig, "connectionString" | "host" | "port" | "user" | "password" | "database">;

export type Tx = Transaction<DB>;

export interface Databases {
  connection: Connection;
  system: Kysely<DB>;
  plain: Kysely<DB>;
  /** Runs in one transaction whose row policies see these claims. No claims, no rows. */
  scoped<T>(claims: Claims, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A client of its own outside the pools, for LISTEN and session locks; the caller ends it. */
  dedicatedClient(name: string): pg.Client;
  pools: Readonly<Record<"system" | "plain" | "scoped", pg.Pool>>;
  close(): Promise<void>;
}

/** What row policies read: `current_setting('quarterdeck.claims', true)::jsonb`. */
export interface Claims {
  person_id: string;
  roles: readonly string[];
  scopes: readonly unknown[];
}

/** The names of the two roles that a database's grants and policies speak of. */
export interface RoleNames {
  plain: string;
  scoped: string;
}

/** Roles are known to the whole cluster, so they carry the name of the database they are made for. */
export const newRoleNames = (database: string): RoleNames => ({
  plain: `${database}_plain`,
  scoped: `${database}_scoped`,
});

/** The roles this database was set up with: a copy of a database and one that was renamed keep theirs. */
export async function rolesOf(client: pg.ClientBase): Promise<RoleNames> {
  const { rows } = await client.query<RoleNames>("select plain, scoped from schema_roles");
  return rows[0]!;
}

export interface PoolSizes {
  system: number;
  plain: number;
  scoped: number;
}

export async function openDatabases(
  connection: Connection,
  { log, sizes = { system: 10, plain: 10, scoped: 4 } }: { log: Log; sizes?: PoolSizes },
): Promise<Databases> {
  const names = await readRoles(connection);
  // pg calls a pool ended before its sockets are; a database that goes down right after is no news.
  let isClosing = false;
  const open = (max: number, role?: string) => {
    const pool = new pg.Pool({
      ...clientConfig(connection, `quarterdeck ${role ?? "system"}`, role),
      max,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
    });
    // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
    pool.on("error", (error) => isClosing || log.warn({ err: error }, "an idle database connection was lost"));
    // So would one that dies in somebody's hands between two statements; his next statement tells him.
    pool.on("connect", (client) =>
      client.on("error", (error) => log.debug({ err: error }, "a database connection was lost")),
    );
    return pool;
  };
  const pools = {
    system: open(sizes.system),
    plain: open(sizes.plain, names.plain),
    scoped: open(sizes.scoped, names.scoped),
  };
  const kysely = (pool: pg.Pool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const scoped = kysely(pools.scoped);

  return {
    connection,
    system: kysely(pools.system),
    plain: kysely(pools.plain),
    scoped: (claims, work) =>
      scoped.transaction().execute(async (tx) => {
        await sql`select set_config('quarterdeck.claims', ${JSON.stringify(claims)}, true)`.execute(tx);
        return work(tx);
      }),
    dedicatedClient: (name) => new pg.Client(clientConfig(connection, `quarterdeck ${name}`)),
    pools,
    close: async () => {
      isClosing = true;
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

/** The settings of one connection; `options` makes every session speak UTC and ISO, whatever the server's defaults. */
export function clientConfig(connection: Connection, name: string, role?: string): pg.ClientConfig {
  const settings = ["-c timezone=UTC", "-c datestyle=ISO", "-c intervalstyle=postgres"];
  // What an actor asks must end; the server's own work knows its limits itself.
  if (role)
    settings.push(
      `-c role=${role.replaceAll(/[\\ ]/g, "\\$&")}`,
      "-c statement_timeout=60s",
      "-c idle_in_transaction_session_timeout=60s",
    );
  return {
    ...connection,
    application_name: name,
    options: settings.join(" "),
    types: wireTypes,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  };
}

async function readRoles(connection: Connection): Promise<RoleNames> {
  const client = new pg.Client(clientConfig(connection, "quarterdeck"));
  await client.connect();
  try {
    return await rolesOf(client);
  } finally {
    await client.end();
  }
}
