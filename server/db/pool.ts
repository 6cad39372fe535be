// The connection pools of the server, one per database role:
//   system    the owner, for the server's own work (identity, jobs, schema); never for statements built from a request
//   plain     DML on exposed relations, without secret columns; for actors without limits on rows
//   scoped    like plain, but with row policies, which read the claims that are set on the connection for its actor
//   gathered  like scoped, but read-only; first gathers the rows that its actor sees, for requests that read all rows
//
// `set role` runs once per pooled connection, and claims are set only when the actor differs from the previous one, so
// that row-scoped actors usually need no additional round trips.
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./tables.ts";
import type { Log } from "../log.ts";
import { connectWithinMs, watchAnswers, type Answering } from "./answering.ts";
import { wireTypes } from "./wire.ts";

/** The address of the database: from DATABASE_URL, or of the embedded cluster. */
export type Connection = Pick<pg.PoolConfig, "connectionString" | "host" | "port" | "user" | "password" | "database">;

export type Tx = Transaction<DB>;

export interface Databases {
  connection: Connection;
  system: Kysely<DB>;
  plain: Kysely<DB>;
  /** Runs in one transaction whose row policies use these claims. Without claims no rows are visible. */
  scoped<T>(claims: Claims, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Returns the plain pool for requests of an actor or, with claims, a connection that has them set. */
  reading(claims: string | undefined, wanted?: "page" | "all"): QueryClient;
  /** Does the same as reading, but in one transaction on one connection, which is rolled back. */
  trying<T>(claims: string | undefined, work: (client: QueryClient) => Promise<T>, wanted?: "page" | "all"): Promise<T>;
  /** A dedicated client outside the pools, for LISTEN and session locks; the caller closes it. */
  dedicatedClient(name: string): pg.Client;
  pools: Readonly<Record<"system" | "plain" | "scoped" | "gathered", pg.Pool>>;
  /** Monitors whether the database responds; its pools fail at once while it does not. */
  answering: Answering;
  close(): Promise<void>;
}

/** The claims that row policies read (schema/functions/claimed.sql), as JSON. */
export interface Claims {
  person_id: string;
  /** The claims by kind and action; missing entries mean no access. */
  rows: Readonly<Record<string, Readonly<Record<string, ClaimedRows>>>>;
}

/** Partial documents of rows (row-scopes.ts), sorted by the cost of comparing a row with them. */
export interface ClaimedRows {
  /**
   * The required comparisons: none (all rows), the ids, the tags, the denied ids, or everything. "alike" is the case in
   * which only ids and properties shared by a group of rows (tags, type, namespace, agent) decide, and neither names
   * nor labels.
   */
  shape: "all" | "ids" | "tags" | "all_but_ids" | "alike" | "mixed";
  /** All rows except the denied rows are allowed. */
  all: boolean;
  ids?: readonly string[];
  tags?: readonly object[];
  documents?: readonly object[];
  denied_ids?: readonly string[];
  denied_tags?: readonly object[];
  denied?: readonly object[];
}

/** The part of pg's pool and client that the data API uses. */
export interface QueryClient {
  query<Row extends pg.QueryResultRow>(
    /** A statement with a name is parsed once per connection, and PostgreSQL may keep its plan. */
    statement: string | { name: string; text: string },
    values: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/** The names of the roles in a database's grants and policies. */
export interface RoleNames {
  plain: string;
  scoped: string;
  gathered: string;
}

/** Roles belong to the whole cluster, so their names contain the name of the database. */
export const newRoleNames = (database: string): RoleNames => ({
  plain: `${database}_plain`,
  scoped: `${database}_scoped`,
  gathered: `${database}_gathered`,
});

/** Returns the roles that this database was set up with: a copied or renamed database keeps them. */
export async function rolesOf(client: pg.ClientBase): Promise<RoleNames> {
  const { rows } = await client.query<RoleNames>("select plain, scoped, gathered from schema_roles");
  return rows[0]!;
}

export interface PoolSizes {
  system: number;
  plain: number;
  scoped: number;
  gathered: number;
}

export async function openDatabases(
  connection: Connection,
  { log, sizes = { system: 10, plain: 10, scoped: 4, gathered: 4 } }: { log: Log; sizes?: PoolSizes },
): Promise<Databases> {
  const names = await readRoles(connection);
  // pg reports the end of a pool before its sockets are closed. Errors of a database that shuts down right after must
  // not be logged.
  let isClosing = false;
  const answering = watchAnswers(() => new pg.Client(clientConfig(connection, "quarterdeck answering")), log);
  const open = (max: number, role?: string, more?: readonly string[]) => {
    const pool = answering.openPool({
      ...clientConfig(connection, `quarterdeck ${role ?? "system"}`, role, more),
      // An idle server needs two connections now and then. These stay open, because opening a connection costs
      // PostgreSQL more than the statements themselves.
      min: role === undefined ? 2 : 0,
      max,
      idleTimeoutMillis: 30_000,
    });
    // The pool replaces an idle connection that fails; without a listener the error would end the process.
    pool.on("error", (error) => isClosing || log.warn({ err: error }, "an idle database connection was lost"));
    // A connection in use between two statements can fail in the same way; the next statement reports the error.
    pool.on("connect", (client) =>
      client.on("error", (error) => log.debug({ err: error }, "a database connection was lost")),
    );
    return pool;
  };
  const pools = {
    system: open(sizes.system),
    plain: open(sizes.plain, names.plain),
    scoped: open(sizes.scoped, names.scoped),
    // Each parallel worker would first gather the same rows: on few cores that takes longer than the query itself.
    gathered: open(sizes.gathered, names.gathered, ["-c max_parallel_workers_per_gather=0"]),
  };
  const kysely = (pool: pg.Pool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const scoped = kysely(pools.scoped);
  const withClaims = { page: claimedConnections(pools.scoped), all: claimedConnections(pools.gathered) };

  return {
    connection,
    system: kysely(pools.system),
    plain: kysely(pools.plain),
    scoped: (claims, work) =>
      scoped.transaction().execute(async (tx) => {
        await sql`select set_config('quarterdeck.claims', ${JSON.stringify(claims)}, true)`.execute(tx);
        return work(tx);
      }),
    reading: (claims, wanted = "all") =>
      claims === undefined
        ? pools.plain
        : { query: (statement, values) => withClaims[wanted](claims, (client) => client.query(statement, values)) },
    trying: (claims, work, wanted = "page") => {
      const rolledBack = async (client: pg.PoolClient) => {
        await client.query("begin");
        try {
          return await work(client);
        } finally {
          await client.query("rollback").catch(() => {});
        }
      };
      if (claims !== undefined) return withClaims[wanted](claims, rolledBack);
      return withConnection(pools.plain, rolledBack);
    },
    dedicatedClient: (name) => new pg.Client(clientConfig(connection, `quarterdeck ${name}`)),
    pools,
    answering,
    close: async () => {
      isClosing = true;
      await Promise.all([answering.close(), ...Object.values(pools).map((pool) => pool.end())]);
    },
  };
}

async function withConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** Provides connections on which exactly the given claims are set. */
function claimedConnections(pool: pg.Pool) {
  const currentClaims = new WeakMap<pg.PoolClient, string>();
  return <T>(claims: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    withConnection(pool, async (client) => {
      if (currentClaims.get(client) !== claims) {
        // If setting the claims fails, the connection's state is unknown.
        currentClaims.delete(client);
        await client.query("select set_config('quarterdeck.claims', $1, false)", [claims]);
        currentClaims.set(client, claims);
      }
      return work(client);
    });
}

/**
 * Returns the settings of a connection. `options` sets UTC and ISO formats in every session, whatever the server's
 * defaults.
 */
export function clientConfig(
  connection: Connection,
  name: string,
  role?: string,
  more: readonly string[] = [],
): pg.ClientConfig {
  const settings = ["-c timezone=UTC", "-c datestyle=ISO", "-c intervalstyle=postgres", ...more];
  // Statements of actors have a timeout. The server's own work sets its own limits.
  if (role)
    settings.push(
      `-c role=${role.replaceAll(/[\\ ]/g, "\\$&")}`,
      "-c statement_timeout=60s",
      "-c idle_in_transaction_session_timeout=60s",
      // Random reads cost about as much as sequential reads, because the data is mostly in memory or on SSDs.
      "-c random_page_cost=1.1",
    );
  return {
    ...connection,
    application_name: name,
    options: settings.join(" "),
    types: wireTypes,
    keepAlive: true,
    connectionTimeoutMillis: connectWithinMs,
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
