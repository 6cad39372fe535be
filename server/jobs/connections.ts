// The two connections of the worker itself. Runs may hold every connection of the system pool for any length of time.
// If the heartbeat had to wait for a connection, the jobs would count as abandoned and run a second time.
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { clientConfig, type Databases } from "../db/pool.ts";
import { nameRepeatedStatements } from "../db/repeated-statements.ts";
import type { DB } from "../db/tables.ts";
import type { Log } from "../log.ts";

export interface EngineConnections {
  pool: pg.Pool;
  db: Kysely<DB>;
  close(): Promise<void>;
}

export function openConnections({ connection, answering }: Databases, log: Log): EngineConnections {
  const pool = answering.openPool({ ...clientConfig(connection, "quarterdeck jobs"), min: 2, max: 2 });
  const lost = (error: Error) => log.debug({ err: error }, "a database connection of the jobs was lost");
  pool.on("error", lost);
  pool.on("connect", (client) => {
    client.on("error", lost);
    nameRepeatedStatements(client);
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { pool, db, close: () => db.destroy() };
}
