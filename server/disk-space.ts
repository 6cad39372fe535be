// A full disk, of the database or of the data directory: the problem that a request gets, and whether the server can write
// at the moment.
import { statfsSync } from "node:fs";
import { sql } from "kysely";
import { Problem } from "#language/problem.ts";
import type { Databases } from "./db/pool.ts";
import type { Env } from "./env.ts";

/** PostgreSQL's `disk_full`, and what the file system says. */
const fullCodes = new Set<unknown>(["53100", "ENOSPC", "EDQUOT"]);

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (fullCodes.has((error as { code?: unknown }).code) || isDiskFull(error.cause));

const sentence = (disk: string) =>
  `${disk} is full, so nothing can be saved. Free some space on it; no restart is needed, and nothing was damaged.`;

export const diskFullProblem = (cause: unknown, disk = "The disk of the database") =>
  new Problem("insufficient_storage", sentence(disk), { code: "53100", cause, retryAfter: 30 });

const leastFreeBytes = 256 * 1024;

/** The disk of the embedded database, when it is full: PostgreSQL may have ended over it, and then only we can tell why. */
export function fullDataDisk({ databaseUrl, dataDir }: Env): string | undefined {
  if (databaseUrl !== undefined) return undefined;
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize < leastFreeBytes ? `The disk that holds the data directory ${dataDir}` : undefined;
  } catch {
    return undefined;
  }
}

/** Probes come every few seconds, from several places. */
const askAgainMs = 5_000;

/**
 * Whether the database has room to write, as a reason when it has none. It sorts more than fits into its memory, which
 * goes through a temporary file on its disk: that leaves nothing behind and needs no right.
 */
export function createRoomCheck(env: Env, { system }: Pick<Databases, "system">): () => Promise<string | undefined> {
  let known: { at: number; reason: Promise<string | undefined> } | undefined;

  async function find(): Promise<string | undefined> {
    const disk = fullDataDisk(env);
    if (disk !== undefined) return sentence(disk);
    try {
      await system.transaction().execute(async (tx) => {
        await sql`select set_config('work_mem', '64kB', true)`.execute(tx);
        await sql`
          select count(*)
          from   (select g from generate_series(1, 10000) g order by md5(g::text) offset 0) sorted`.execute(tx);
      });
      return undefined;
    } catch (error) {
      if (isDiskFull(error)) return sentence("The disk of the database");
      throw error;
    }
  }

  return () => {
    if (!known || performance.now() - known.at > askAgainMs) {
      known = { at: performance.now(), reason: find() };
      // Callers that wait get the error; the next call measures again.
      known.reason.catch(() => (known = undefined));
    }
    return known.reason;
  };
}
