// Connects a command to the database of a running Quarterdeck. If no server is running, starts the embedded PostgreSQL
// for the duration of the command.
import { existsSync } from "node:fs";
import { readHolder, tryLockDataDir } from "#server/data-dir/lock.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { OWNER } from "#server/db/embedded/cluster.ts";
import { readPostmaster } from "#server/db/embedded/postmaster.ts";
import { findDataPlace } from "#server/db/embedded/reach.ts";
import type { Connection } from "#server/db/pool.ts";
import type { Env } from "#server/env/env.ts";
import type { Log } from "#server/log.ts";
import { StartRefused } from "#lib/process/start-refused.ts";

export interface AttachedDatabase {
  connection: Connection;
  /** The key file of this data directory; undefined with an external PostgreSQL. */
  keyFile: string | undefined;
  detach(): Promise<void>;
}

export async function attachDatabase(
  { databaseUrl, dataDir, dataDirGiven }: Pick<Env, "databaseUrl" | "dataDir" | "dataDirGiven">,
  { log, onProgress, signal }: { log: Log; onProgress: (text: string) => void; signal: AbortSignal },
): Promise<AttachedDatabase> {
  if (databaseUrl !== undefined)
    return { connection: { connectionString: databaseUrl }, keyFile: undefined, detach: async () => {} };
  // Checks first, because opening the data directory would create it: a mistyped DATA_DIR must not leave an empty
  // directory behind.
  const nothingThere = () =>
    new StartRefused(`There is no database in ${dataDir}. Set DATA_DIR to the directory of the server.`);
  if (dataDirGiven && !existsSync(dataDir)) throw nothingThere();
  const { dir } = await findDataPlace({ dataDir, dataDirGiven });
  if (!existsSync(dir.postgres)) throw nothingThere();
  const lock = await tryLockDataDir(dir);
  if (lock === undefined) {
    const postmaster = readPostmaster(dir.postgres);
    if (!postmaster)
      throw new StartRefused(
        `Quarterdeck (process ${readHolder(dir)?.pid ?? "unknown"}) runs on ${dir.path}, but its PostgreSQL does not respond. Try again in a moment.`,
      );
    const { socketDir, port } = postmaster;
    const connection = { host: socketDir, port, user: OWNER, database: OWNER };
    return { connection, keyFile: dir.secretKey, detach: async () => {} };
  }
  // No process uses the directory. The lock is released, because the embedded PostgreSQL acquires it when it starts.
  lock.release();
  onProgress("starting PostgreSQL");
  const embedded = await startEmbedded({ dataDir, dataDirGiven, log, onProgress, signal });
  return { connection: embedded.connection, keyFile: embedded.dir.secretKey, detach: () => embedded.stop() };
}
