// The embedded PostgreSQL, for installations without DATABASE_URL: creates its cluster, starts it, restarts it if it
// exits, and stops it with the process. It accepts connections only through a socket, and only from the account that
// runs Quarterdeck.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { DataDir } from "../data-dir/data-dir.ts";
import { lockDataDir } from "../data-dir/lock.ts";
import type { Log } from "../log.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { OWNER, SUPERUSER, ensureCluster, give, writeSettings } from "./embedded/cluster.ts";
import { removeOrphan, endProcess, readPostmaster } from "./embedded/postmaster.ts";
import { findDataPlace, type DataPlace, type WantedPlace } from "./embedded/reach.ts";
import { launch, type ServerProcess } from "./embedded/server-process.ts";

export interface EmbeddedOptions extends WantedPlace {
  log: Log;
  /** The URL of the server, for the error message of a second start on the same directory. */
  address?: string;
  onProgress?: (text: string) => void;
  /** Aborts a start in progress. */
  signal?: AbortSignal;
  /** PostgreSQL settings that override the settings of the product, for tests. */
  settings?: Record<string, string>;
}

export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

export interface Embedded {
  connection: EmbeddedConnection;
  /** The connection for maintenance such as backups. The product itself connects as the owner of its database. */
  superuser: EmbeddedConnection;
  dir: DataDir;
  /** The directory that is actually used. */
  dataDir: string;
  /** The reason why a different directory than the default is used, as part of a sentence. */
  moved: string | undefined;
  version: string;
  /** Whether PostgreSQL has reported a full disk, which may be the reason why it exited. */
  saidDiskFull(): boolean;
  /** Makes a second start wait until this process exits, instead of failing. */
  announceStop(): void;
  /** Stops PostgreSQL and releases the data directory. */
  stop(options?: { withinMs?: number }): Promise<void>;
}

const PORT = 5432;
const SOCKET_NAME = `.s.PGSQL.${PORT}`;
// The lower limit of the supported operating systems (macOS 104, Linux 108), minus the terminating zero.
const MAX_SOCKET_PATH_BYTES = 103;
const SHORT_SOCKET_DIR = "quarterdeck-socket-";

/** The delay before a restart doubles after each failed attempt. */
const BACKOFF_MS = { first: 200, max: 10_000 };

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const place = await findDataPlace(options);
  const lock = await lockDataDir(place.dir, { address: options.address });
  try {
    const running = await startIn(place, options);
    let stopped: Promise<void> | undefined;
    return {
      ...running,
      dir: place.dir,
      dataDir: place.dir.path,
      moved: place.moved,
      announceStop: () => lock.describe({ address: options.address, stopping: true }),
      stop: ({ withinMs = 4_000 } = {}) => (stopped ??= running.end(withinMs).finally(() => lock.release())),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startIn({ dir, account }: DataPlace, { log, onProgress, signal, settings = {} }: EmbeddedOptions) {
  const binaries = findBinaries(account, { onCopy: (to) => onProgress?.(`copying PostgreSQL to ${to}`) });
  onProgress?.(`PostgreSQL ${binaries.version}`);
  await ensureCluster({ dir, binaries, account });
  const earlier = readPostmaster(dir.postgres);
  await removeOrphan(dir.postgres, {
    onOrphan: (pid) => log.warn({ pid }, "an earlier PostgreSQL on this data directory is still running; stopping it"),
  });
  if (earlier) removeSocket(earlier.socketDir, dir);
  const socketDir = await makeSocketDir({ dir, account });
  const { configFile } = await writeSettings({ dir, account }, { socketDir, port: PORT, overrides: settings });

  const stopping = new AbortController();
  let isDiskFull = false;
  const onDiskFull = () => void (isDiskFull = true);
  const start = (until: AbortSignal) =>
    launch({ dir, binaries, account, configFile, log, onProgress, onDiskFull, signal: until });
  let server = await start(signal ?? stopping.signal);
  const superuser = { host: socketDir, port: PORT, user: SUPERUSER, database: "postgres" };
  // PostgreSQL shuts down with this process, however it exits.
  const shutDown = () => void (server.isRunning() && process.kill(server.pid, "SIGINT"));
  process.once("exit", shutDown);
  const end = async (withinMs: number) => {
    process.off("exit", shutDown);
    stopping.abort();
    await restarting;
    if (server.isRunning()) await endProcess(server.pid, server.isRunning, { withinMs });
    if (socketDir !== dir.run) rmSync(socketDir, { recursive: true, force: true });
  };
  const restarting = keepRunning(stopping.signal);
  try {
    await ensureDatabase(superuser);
  } catch (error) {
    await end(4_000);
    throw error;
  }
  return {
    connection: { host: socketDir, port: PORT, user: OWNER, database: OWNER },
    superuser,
    version: binaries.version,
    saidDiskFull: () => isDiskFull,
    end,
  };

  /** Restarts PostgreSQL whenever it exits, until we stop it. The pools reconnect automatically. */
  async function keepRunning(signal: AbortSignal): Promise<void> {
    let backoffMs = BACKOFF_MS.first;
    const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    for (;;) {
      const how = await Promise.race([server.ended, aborted]);
      if (signal.aborted) return;
      log.error({ component: "postgres", how }, "PostgreSQL exited unexpectedly; restarting it");
      for (;;) {
        await sleep(backoffMs, undefined, { signal }).catch(() => {});
        if (signal.aborted) return;
        const restarted: ServerProcess | undefined = await start(signal).catch((error: unknown) => {
          if (!signal.aborted) log.error({ component: "postgres", err: error }, "PostgreSQL could not be restarted");
          return undefined;
        });
        backoffMs = restarted ? BACKOFF_MS.first : Math.min(backoffMs * 2, BACKOFF_MS.max);
        if (!restarted) continue;
        server = restarted;
        log.info({ component: "postgres" }, "PostgreSQL is running again");
        break;
      }
    }
  }
}

/**
 * Removes the socket of a killed run. Its lock file contains a process id, and PostgreSQL would refuse to start if a
 * different process has that id now. Removing the file is safe, because this process holds the lock of the data
 * directory.
 */
function removeSocket(socketDir: string, dir: DataDir): void {
  if (socketDir === dir.run) {
    for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) rmSync(join(dir.run, name), { force: true });
  } else if (
    socketDir.startsWith(join(temporaryParent(), SHORT_SOCKET_DIR)) &&
    dirname(socketDir) === temporaryParent()
  ) {
    rmSync(socketDir, { recursive: true, force: true });
  }
}

/** Returns the data directory if its path is short enough for a socket, otherwise a private temporary directory. */
async function makeSocketDir({ dir, account }: Pick<DataPlace, "dir" | "account">): Promise<string> {
  if (fitsSocket(dir.run)) return dir.run;
  const created = mkdtempSync(join(temporaryParent(), SHORT_SOCKET_DIR));
  await give(created, account);
  return created;
}

const temporaryParent = () => (fitsSocket(join(tmpdir(), `${SHORT_SOCKET_DIR}XXXXXX`)) ? tmpdir() : "/tmp");

const fitsSocket = (path: string) => Buffer.byteLength(join(path, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES;

/**
 * Creates the product's own role and database. The role is not a superuser, so that everything also works on an
 * external server. It has bypassrls, so that it can grant bypassrls to the plain role, whose queries PostgreSQL can
 * then plan with all statistics. For the role itself this changes nothing, because row policies do not apply to an
 * owner.
 */
async function ensureDatabase(superuser: EmbeddedConnection): Promise<void> {
  const client = new Client(superuser);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; bypassrls: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_roles where rolname = $1 and rolbypassrls) as bypassrls,
              exists (select from pg_database where datname = $1) as database`,
      [OWNER],
    );
    if (!rows[0]?.role) await client.query(`create role ${OWNER} login createdb createrole bypassrls`);
    else if (!rows[0].bypassrls) await client.query(`alter role ${OWNER} bypassrls`);
    if (!rows[0]?.database) await client.query(`create database ${OWNER} owner ${OWNER}`);
  } finally {
    await client.end();
  }
}
