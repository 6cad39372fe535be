// Handles a full disk, of the database or of the data directory: the problem for requests, and a check whether the
// server can write.
import { statfsSync } from "node:fs";
import { sql } from "kysely";
import { Problem } from "#language/problem.ts";
import type { Databases } from "./pool.ts";

/** The error codes for a full disk: PostgreSQL's `disk_full`, and the codes of the file system. */
const fullCodes = new Set<unknown>(["53100", "ENOSPC", "EDQUOT"]);

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (fullCodes.has((error as { code?: unknown }).code) || isDiskFull(error.cause));

const sentence = (disk: string) =>
  `${disk} is full, so nothing can be saved. Free some space on it; no restart is needed, and nothing was damaged.`;

export const diskFullProblem = (cause: unknown, disk = "The disk of the database") =>
  new Problem("insufficient_storage", sentence(disk), { code: "53100", cause, retryAfter: 30 });

const minFreeBytes = 256 * 1024;

type DataPlaces = { databaseUrl: string | undefined; dataDir: string };

/**
 * Returns the disk of the embedded database if it is full. PostgreSQL may have exited because of that and cannot report
 * it.
 */
export function fullDataDisk({ databaseUrl, dataDir }: DataPlaces): string | undefined {
  if (databaseUrl !== undefined) return undefined;
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize < minFreeBytes ? `The disk that holds the data directory ${dataDir}` : undefined;
  } catch {
    return undefined;
  }
}

/** The result is cached for this time, because several monitors may probe every few seconds. */
const cacheMs = 5_000;

/**
 * Checks whether the database can write, and returns the reason if it cannot. It sorts more rows than fit into
 * work_mem, which uses a temporary file on the database's disk: that leaves nothing behind and needs no privilege.
 */
export function createRoomCheck(
  places: DataPlaces,
  { system }: Pick<Databases, "system">,
): () => Promise<string | undefined> {
  let cached: { at: number; reason: Promise<string | undefined> } | undefined;

  async function find(): Promise<string | undefined> {
    const disk = fullDataDisk(places);
    if (disk !== undefined) return sentence(disk);
    try {
      await system.transaction().execute(async (tx) => {
        await sql`select set_config('work_mem', '64kB', true)`.execute(tx);
        await sql`
          select count(*)
          from   (select g from generate_series(1, 2000) g order by md5(g::text) offset 0) sorted`.execute(tx);
      });
      return undefined;
    } catch (error) {
      if (isDiskFull(error)) return sentence("The disk of the database");
      throw error;
    }
  }

  return () => {
    if (!cached || performance.now() - cached.at > cacheMs) {
      cached = { at: performance.now(), reason: find() };
      // Callers get the error, and the next call checks again.
      cached.reason.catch(() => (cached = undefined));
    }
    return cached.reason;
  };
}
