// Opens the database: the embedded PostgreSQL in the data directory, or an external server.
import pg from "pg";
import { diskFull } from "#server/data-dir/data-dir.ts";
import { isConnectionLost, hasSqlState } from "#server/db/failures.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { clientConfig, type Connection } from "#server/db/pool.ts";
import type { Env } from "#server/env/env.ts";
import type { Log } from "#server/log.ts";
import { readOrMakeKeys } from "#server/secrets/key-file.ts";
import type { ReadKeys } from "#server/secrets/keys.ts";
import { StartRefused } from "#lib/process/start-refused.ts";

export interface OpenedDatabase {
  connection: Connection;
  readKeys: ReadKeys;
  /**
   * The data directory in use, and the reason if it is not the default directory. Undefined with an external
   * PostgreSQL.
   */
  data: { dir: string; moved: string | undefined } | undefined;
  /** Turns a database error during the start into a message for the operator; returns other errors unchanged. */
  explain(error: unknown): unknown;
  /** Signals to a second start that this process is stopping. */
  announceStop(): void;
  stop(): Promise<void>;
}

interface OpenOptions {
  log: Log;
  onProgress: (text: string) => void;
  signal: AbortSignal;
}

export const openDatabase = (env: Env, options: OpenOptions): Promise<OpenedDatabase> =>
  env.databaseUrl === undefined ? openEmbedded(env, options) : openExternal(env, env.databaseUrl, options);

async function openEmbedded(env: Env, { log, onProgress, signal }: OpenOptions): Promise<OpenedDatabase> {
  const { dataDir, dataDirGiven, secretKeys } = env;
  const embedded = await startEmbedded({ dataDir, dataDirGiven, address: env.publicUrl, log, onProgress, signal });
  return {
    connection: embedded.connection,
    readKeys: () => secretKeys ?? readOrMakeKeys(embedded.dir.secretKey),
    data: { dir: embedded.dataDir, moved: embedded.moved },
    explain: (error) =>
      isDiskFull(originalError(error)) || (isConnectionLost(originalError(error)) && embedded.saidDiskFull())
        ? new StartRefused(diskFull(embedded.dataDir), { cause: error })
        : error,
    announceStop: () => embedded.announceStop(),
    stop: () => embedded.stop(),
  };
}

/** Allows for a database that starts at the same time as this server. */
const connectTimeoutMs = 20_000;

async function openExternal(env: Env, url: string, { onProgress, signal }: OpenOptions): Promise<OpenedDatabase> {
  const connection = { connectionString: url };
  const { host } = new URL(url);
  const deadline = performance.now() + connectTimeoutMs;
  onProgress(host);
  for (;;) {
    const failure = await tryToConnect(connection);
    if (failure === undefined) break;
    if (!isConnectionLost(failure)) throw refusal(failure, host);
    if (signal.aborted || performance.now() > deadline) throw refusal(failure, host);
    onProgress(`waiting for ${host}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  // The environment parser guarantees that the key is set.
  const readKeys = () => env.secretKeys!;
  return {
    connection,
    readKeys,
    data: undefined,
    explain: (error) => {
      const said = originalError(error);
      return isDiskFull(said) || isConnectionLost(said) ? refusal(said as Error, host) : error;
    },
    announceStop: () => {},
    stop: async () => {},
  };
}

async function tryToConnect(connection: Connection): Promise<Error | undefined> {
  const client = new pg.Client(clientConfig(connection, "quarterdeck start"));
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns the original database error. Errors in schema files are wrapped in an error with the file name. */
const originalError = (error: unknown) => (error instanceof Error ? (error.cause ?? error) : error);

const isDiskFull = (error: unknown) => hasSqlState(error, "53100");

function refusal(error: Error, host: string): StartRefused {
  if (isDiskFull(error))
    return new StartRefused(
      `The disk of the database at ${host} is full (${error.message}). Free some space there and start again.`,
    );
  if (hasSqlState(error, "28P01", "28000"))
    return new StartRefused(
      `The database at ${host} refuses the user or password of DATABASE_URL (${error.message}). Correct them.`,
    );
  if (hasSqlState(error, "3D000"))
    return new StartRefused(
      `The database at ${host} has no such database (${error.message}). Create it, or correct DATABASE_URL.`,
    );
  return new StartRefused(
    `The database at ${host} cannot be reached (${error.message || (error as { code?: string }).code}). ` +
      "Start it or correct DATABASE_URL; unset DATABASE_URL to use the PostgreSQL that comes with Quarterdeck.",
  );
}
