// The database as the server sees it. Three ways in, by who is asking:
//   system  the owner, for the server's own work (identity, jobs, schema); never for what an actor asks in his own words
//   plain   DML on exposed relations, no secret columns; for actors whose rights stop at relations and columns
//   scoped  as plain, but row policies apply, row by row: they read the claims that the connection carries for its actor
//   gathered  as scoped, but it only reads, and gathers first what its actor sees: for who looks at all rows and not at a page
// `set role` happens once per pooled connection, and claims are set when the next actor is another one, so that a
// row-scoped actor mostly pays no more round trips than others.
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./tables.ts";
import type { Log } from "../log.ts";
import { connectWithinMs, watchAnswers, type Answering } from "./answering.ts";
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
  /** For somebody's own words: the plain pool, or when he has claims, a connection that carries them. */
  reading(claims: string | undefined, wanted?: "page" | "all"): Asking;
  /** The same, one connection in one transaction that is taken back. */
  trying<T>(claims: string | undefined, work: (client: Asking) => Promise<T>): Promise<T>;
  /** A client of its own outside the pools, for LISTEN and session locks; the caller ends it. */
  dedicatedClient(name: string): pg.Client;
  pools: Readonly<Record<"system" | "plain" | "scoped" | "gathered", pg.Pool>>;
  /** Whether the database answers; opens pools that fail at once while it does not. */
  answering: Answering;
  close(): Promise<void>;
}

/** What row policies read (schema/functions/claimed.sql); travels as JSON. */
export interface Claims {
  person_id: string;
  /** By kind of thing and action; what is not there is closed. */
  rows: Readonly<Record<string, Readonly<Record<string, ClaimedRows>>>>;
}

/** Parts of documents of rows (row-scopes.ts), sorted by how cheaply a row is compared with them. */
export interface ClaimedRows {
  /**
   * What decides: all rows; the ids, the tags, all but the denied ids; or all of it together. Alike are rows that share tags, a
   * type, a namespace and an agent: where ids and those decide, and neither names nor labels.
   */
  shape: "all" | "ids" | "tags" | "all_but_ids" | "alike" | "mixed";
  /** All but what is denied. */
  all: boolean;
  ids?: readonly string[];
  tags?: readonly object[];
  documents?: readonly object[];
  denied_ids?: readonly string[];
  denied_tags?: readonly object[];
  denied?: readonly object[];
}

/** What the data API asks of a connection; pg's pool and its clients are such. */
export interface Asking {
  query<Row extends pg.QueryResultRow>(
    /** With a name, the connection parses it once and PostgreSQL may keep its plan. */
    statement: string | { name: string; text: string },
    values: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/** The names of the roles that a database's grants and policies speak of. */
export interface RoleNames {
  plain: string;
  scoped: string;
  gathered: string;
}

/** Roles are known to the whole cluster, so they carry the name of the database they are made for. */
export const newRoleNames = (database: string): RoleNames => ({
  plain: `${database}_plain`,
  scoped: `${database}_scoped`,
  gathered: `${database}_gathered`,
});

/** The roles this database was set up with: a copy of a database and one that was renamed keep theirs. */
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
  // pg calls a pool ended before its sockets are; a database that goes down right after is no news.
  let isClosing = false;
  const answering = watchAnswers(() => new pg.Client(clientConfig(connection, "quarterdeck answering")), log);
  const open = (max: number, role?: string, more?: readonly string[]) => {
    const pool = answering.openPool({
      ...clientConfig(connection, `quarterdeck ${role ?? "system"}`, role, more),
      max,
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
    // Each process that helped would first gather the same as the others: on few cores that takes longer than the rest.
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
    trying: (claims, work) => {
      const tried = async (client: pg.PoolClient) => {
        await client.query("begin");
        try {
          return await work(client);
        } finally {
          await client.query("rollback").catch(() => {});
        }
      };
      if (claims !== undefined) return withClaims.page(claims, tried);
      return withConnection(pools.plain, tried);
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

/** Lends connections that carry the claims they are asked for, and only those. */
function claimedConnections(pool: pg.Pool) {
  const carried = new WeakMap<pg.PoolClient, string>();
  return <T>(claims: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    withConnection(pool, async (client) => {
      if (carried.get(client) !== claims) {
        // Should setting them fail half way, nobody may take the connection for what it was.
        carried.delete(client);
        await client.query("select set_config('quarterdeck.claims', $1, false)", [claims]);
        carried.set(client, claims);
      }
      return work(client);
    });
}

/** The settings of one connection; `options` makes every session speak UTC and ISO, whatever the server's defaults. */
export function clientConfig(
  connection: Connection,
  name: string,
  role?: string,
  more: readonly string[] = [],
): pg.ClientConfig {
  const settings = ["-c timezone=UTC", "-c datestyle=ISO", "-c intervalstyle=postgres", ...more];
  // What an actor asks must end; the server's own work knows its limits itself.
  if (role)
    settings.push(
      `-c role=${role.replaceAll(/[\\ ]/g, "\\$&")}`,
      "-c statement_timeout=60s",
      "-c idle_in_transaction_session_timeout=60s",
      // What screens ask is mostly in memory, and a disk without a head: a row by its key costs about as much as the next one.
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
