// The PostgreSQL that comes with the product, for those who bring none: makes its cluster, starts it, keeps it running
// while we run, and takes it down with us. Reached only through a socket, and only by the account that runs Quarterdeck.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { DataDir } from "../data-dir.ts";
import { lockDataDir } from "../data-dir-lock.ts";
import type { Log } from "../log.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { OWNER, SUPERUSER, ensureCluster, give, writeSettings } from "./embedded/cluster.ts";
import { clearTheWay, endProcess, readPostmaster } from "./embedded/postmaster.ts";
import { findDataPlace, type DataPlace, type WantedPlace } from "./embedded/reach.ts";
import { launch, type ServerProcess } from "./embedded/server-process.ts";

export interface EmbeddedOptions extends WantedPlace {
  log: Log;
  /** Where people reach the product; a second start on the same directory is told. */
  address?: string;
  onProgress?: (text: string) => void;
  /** Gives up a start that is under way. */
  signal?: AbortSignal;
  /** PostgreSQL settings that differ from the product's, for tests. */
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
  /** For upkeep such as a backup; the product itself works as the owner of its database and no more. */
  superuser: EmbeddedConnection;
  dir: DataDir;
  /** The directory really used. */
  dataDir: string;
  /** Why it is not the default one, as part of a sentence. */
  moved: string | undefined;
  version: string;
  /** Whether PostgreSQL has complained about a full disk, which may have been what ended it. */
  saidDiskFull(): boolean;
  /** Tells second starts that we are on our way out, so that they wait instead of giving up. */
  announceStop(): void;
  /** Ends PostgreSQL and frees the data directory. */
  stop(options?: { withinMs?: number }): Promise<void>;
}

const PORT = 5432;
const SOCKET_NAME = `.s.PGSQL.${PORT}`;
// The shorter of the systems' limits (macOS 104, Linux 108), with the closing zero.
const SOCKET_PATH_BYTES = 103;
const SHORT_SOCKET_DIR = "quarterdeck-socket-";

/** Restarts after a death wait this long at first, then twice as long each time. */
const BACKOFF_MS = { first: 200, most: 10_000 };

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
  await clearTheWay(dir.postgres, {
    onOrphan: (pid) => log.warn({ pid }, "an earlier PostgreSQL on this data directory still runs; ending it"),
  });
  if (earlier) forgetSocket(earlier.socketDir, dir);
  const socketDir = await makeSocketDir({ dir, account });
  const { configFile } = await writeSettings({ dir, account }, { socketDir, port: PORT, overrides: settings });

  const stopping = new AbortController();
  let isDiskFull = false;
  const onDiskFull = () => void (isDiskFull = true);
  const start = (until: AbortSignal) =>
    launch({ dir, binaries, account, configFile, log, onProgress, onDiskFull, signal: until });
  let server = await start(signal ?? stopping.signal);
  const superuser = { host: socketDir, port: PORT, user: SUPERUSER, database: "postgres" };
  // However this process ends, if it can still act: PostgreSQL shuts down with it.
  const takeAlong = () => void (server.isRunning() && process.kill(server.pid, "SIGINT"));
  process.once("exit", takeAlong);
  const end = async (withinMs: number) => {
    process.off("exit", takeAlong);
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

  /** Until we stop: when PostgreSQL dies, start it again. The pools find their way back by themselves. */
  async function keepRunning(signal: AbortSignal): Promise<void> {
    let backoffMs = BACKOFF_MS.first;
    const asked = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    for (;;) {
      const how = await Promise.race([server.ended, asked]);
      if (signal.aborted) return;
      log.error({ component: "postgres", how }, "PostgreSQL ended unexpectedly; starting it again");
      for (;;) {
        await sleep(backoffMs, undefined, { signal }).catch(() => {});
        if (signal.aborted) return;
        const begun: ServerProcess | undefined = await start(signal).catch((error: unknown) => {
          if (!signal.aborted)
            log.error({ component: "postgres", err: error }, "PostgreSQL could not be started again");
          return undefined;
        });
        backoffMs = begun ? BACKOFF_MS.first : Math.min(backoffMs * 2, BACKOFF_MS.most);
        if (!begun) continue;
        server = begun;
        log.info({ component: "postgres" }, "PostgreSQL runs again");
        break;
      }
    }
  }
}

/**
 * What a killed run left of its socket. PostgreSQL keeps a record beside it, too, and would take whoever has that
 * process number now for its owner; nobody else can own it, since we hold the data directory.
 */
function forgetSocket(socketDir: string, dir: DataDir): void {
  if (socketDir === dir.run) {
    for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) rmSync(join(dir.run, name), { force: true });
  } else if (
    socketDir.startsWith(join(temporaryParent(), SHORT_SOCKET_DIR)) &&
    dirname(socketDir) === temporaryParent()
  ) {
    rmSync(socketDir, { recursive: true, force: true });
  }
}

/** Beside the data if the path is short enough for a socket, else a private directory among the temporary ones. */
async function makeSocketDir({ dir, account }: Pick<DataPlace, "dir" | "account">): Promise<string> {
  if (fitsSocket(dir.run)) return dir.run;
  const made = mkdtempSync(join(temporaryParent(), SHORT_SOCKET_DIR));
  await give(made, account);
  return made;
}

const temporaryParent = () => (fitsSocket(join(tmpdir(), `${SHORT_SOCKET_DIR}XXXXXX`)) ? tmpdir() : "/tmp");

const fitsSocket = (path: string) => Buffer.byteLength(join(path, SOCKET_NAME)) <= SOCKET_PATH_BYTES;

/**
 * The product's own role and database. It is no superuser: what works here works on a server of your own, too. Row policies
 * do not bind an owner anyway; that he is spared them lets him spare the plain role, whose queries are then planned with all
 * statistics.
 */
async function ensureDatabase(superuser: EmbeddedConnection): Promise<void> {
  const client = new Client(superuser);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; spared: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_roles where rolname = $1 and rolbypassrls) as spared,
              exists (select from pg_database where datname = $1) as database`,
      [OWNER],
    );
    if (!rows[0]?.role) await client.query(`create role ${OWNER} login createdb createrole bypassrls`);
    else if (!rows[0].spared) await client.query(`alter role ${OWNER} bypassrls`);
    if (!rows[0]?.database) await client.query(`create database ${OWNER} owner ${OWNER}`);
  } finally {
    await client.end();
  }
}
