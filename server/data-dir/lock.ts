// Ensures that one process at a time uses a data directory. The lock is a kernel lock, which SQLite takes on the file,
// because Node has no API for it. The kernel releases the lock however the holder exits, no process ids need to be
// checked, and only one of two simultaneous starts gets the lock. A second file describes the holder.
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { refusalFor, type DataDir } from "./data-dir.ts";
import { StartRefused } from "#lib/process/start-refused.ts";

const Holder = z.object({
  pid: z.number(),
  /** The URL of the running server, once known. */
  address: z.string().optional(),
  stopping: z.boolean().optional(),
});
export type Holder = z.infer<typeof Holder>;

export interface DataDirLock {
  /** Changes the description that a second start shows. */
  describe(holder: Omit<Holder, "pid">): void;
  release(): void;
}

/** Maximum wait for a stopping process. This is longer than a regular stop takes. */
const STOP_TIMEOUT_MS = 8_000;

/** Takes the lock, waiting for a holder that is stopping; throws when the holder is not stopping. */
export async function lockDataDir(
  dir: DataDir,
  { address }: { address?: string | undefined } = {},
): Promise<DataDirLock> {
  const lock = await takeOrWait(dir, (holder) => holder?.stopping !== true);
  if (lock === undefined) throw new StartRefused(alreadyRunning(dir));
  lock.describe({ address });
  return lock;
}

/** Takes the lock if it is free; returns undefined when another process holds it. */
export const tryLockDataDir = (dir: DataDir): Promise<DataDirLock | undefined> => takeOrWait(dir, () => true);

async function takeOrWait(dir: DataDir, shouldGiveUp: (holder: Holder | undefined) => boolean) {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  for (;;) {
    const lock = take(dir);
    if (lock !== undefined) return lock;
    if (shouldGiveUp(readHolder(dir)) || Date.now() > deadline) return undefined;
    await sleep(50);
  }
}

function take(dir: DataDir): DataDirLock | undefined {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(dir.lock);
    file.exec("pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    file?.close();
    if (isBusy(error)) return undefined;
    throw lockProblem(error, dir);
  }
  const held = file;
  return {
    describe(holder) {
      const draft = `${dir.holder}.${process.pid}`;
      try {
        writeFileSync(draft, JSON.stringify({ pid: process.pid, ...holder } satisfies Holder), { mode: 0o644 });
        renameSync(draft, dir.holder);
      } catch (error) {
        throw refusalFor(error, dir.path);
      }
    },
    release() {
      rmSync(dir.holder, { force: true });
      held.close();
    },
  };
}

export function readHolder(dir: DataDir): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(readFileSync(dir.holder, "utf8")));
  } catch {
    return undefined;
  }
}

function alreadyRunning(dir: DataDir): string {
  const holder = readHolder(dir);
  const description = holder ? ` (process ${holder.pid}${holder.address ? `, ${holder.address}` : ""})` : "";
  return `Quarterdeck already runs on the data directory ${dir.path}${description}. Stop it first, or set DATA_DIR and PORT to run another.`;
}

// Returns the SQLite result code: https://sqlite.org/rescode.html
const codeOf = (error: unknown) =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
const isBusy = (error: unknown) => codeOf(error) === 5 || codeOf(error) === 6;
const systemCode: Record<number, string> = { 3: "EACCES", 8: "EROFS", 13: "ENOSPC", 14: "EACCES" };

function lockProblem(error: unknown, dir: DataDir): unknown {
  const code = systemCode[codeOf(error) ?? 0];
  if (code !== undefined) return refusalFor(Object.assign(new Error("lock", { cause: error }), { code }), dir.path);
  return new StartRefused(
    `Cannot take the lock ${dir.lock}: ${error instanceof Error ? error.message : String(error)}.`,
  );
}
