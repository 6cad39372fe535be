// The runner's own connections: one claims, one records. Checks may occupy every connection of the system pool, and the
// runner must not wait for them.
import { Kysely, PostgresDialect } from "kysely";
import { clientConfig, type Databases } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import type { Log } from "#server/log.ts";

export function openConnections(
  { connection, answering }: Databases,
  log: Log,
): { db: Kysely<DB>; close(): Promise<void> } {
  const config = clientConfig(connection, "quarterdeck checks");
  const pool = answering.openPool({ ...config, max: 3, query_timeout: 30_000 });
  const lost = (error: Error) => log.debug({ err: error }, "a database connection of the checks was lost");
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { db, close: () => db.destroy() };
}
