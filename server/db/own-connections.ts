// Connections outside the pools, for work that must not wait for other users of the database, or that repeats the same
// statements so often that planning them takes most of their time.
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Log } from "../log.ts";
import { clientConfig, type Databases } from "./pool.ts";
import { nameRepeatedStatements } from "./repeated-statements.ts";
import type { DB } from "./tables.ts";

export interface OwnConnections {
  pool: pg.Pool;
  db: Kysely<DB>;
  close(): Promise<void>;
}

/** Opens connections as the owner. PostgreSQL parses each repeated statement once per connection and keeps its plan. */
export function openOwnConnections(
  { connection, answering }: Pick<Databases, "connection" | "answering">,
  log: Log,
  { name, ...limits }: { name: string } & Pick<pg.PoolConfig, "min" | "max" | "idleTimeoutMillis" | "query_timeout">,
): OwnConnections {
  const pool = answering.openPool({ ...clientConfig(connection, `quarterdeck ${name}`), ...limits });
  const lost = (error: Error) => log.debug({ err: error }, `a database connection of the ${name} was lost`);
  pool.on("error", lost);
  pool.on("connect", (client) => {
    client.on("error", lost);
    nameRepeatedStatements(client);
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { pool, db, close: () => db.destroy() };
}
