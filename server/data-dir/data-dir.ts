// The layout of the data directory.
import { constants, statSync } from "node:fs";
import { access, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartRefused } from "#lib/process/start-refused.ts";

export interface DataDir {
  path: string;
  /** The database cluster; owned by the account that runs PostgreSQL. */
  postgres: string;
  /** PostgreSQL's settings, rewritten at each start. */
  settings: string;
  /** The directory of PostgreSQL's socket, if the path is short enough. */
  run: string;
  /** The key for stored secrets, unless SECRET_KEY is set. */
  secretKey: string;
  /** The log of the server, in rotated files. */
  logs: string;
  lock: string;
  /** The file that describes the holder of the lock, for the error message of a second start. */
  holder: string;
}

export const dataDirAt = (path: string): DataDir => ({
  path,
  postgres: join(path, "postgres"),
  settings: join(path, "settings"),
  run: join(path, "run"),
  secretKey: join(path, "secret.key"),
  logs: join(path, "logs"),
  lock: join(path, "lock"),
  holder: join(path, "lock.holder"),
});

const ours = /^(postgres|settings|run|logs|secret\.key|lock|lock\.holder)([.-].*)?$|^lost\+found$/;

/** Creates the directory if needed; refuses a directory that contains unknown files. */
export async function openDataDir(path: string): Promise<DataDir> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST" || !statSync(path).isDirectory()) throw error;
    });
    const names = await readdir(path);
    const foreign = names.filter((name) => !ours.test(name));
    if (foreign.length > 0 && !names.includes("postgres")) {
      throw new StartRefused(
        `The data directory ${path} contains other files (${foreign.slice(0, 3).join(", ")}), so Quarterdeck does not use it. ` +
          "Set DATA_DIR to an empty directory.",
      );
    }
    await access(path, constants.W_OK);
  } catch (error) {
    throw refusalFor(error, path);
  }
  return dataDirAt(path);
}

/** Explains a file system error to the operator; other errors are returned unchanged. */
export function refusalFor(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const sentence = {
    EACCES: `The data directory ${path} cannot be written by this user. Make it writable, or set DATA_DIR to another directory.`,
    EPERM: `The data directory ${path} cannot be written by this user. Make it writable, or set DATA_DIR to another directory.`,
    EROFS: `The data directory ${path} is on a read-only file system. Set DATA_DIR to a directory that can be written.`,
    ENOSPC: diskFull(path),
    EDQUOT: diskFull(path),
    ENOTDIR: `The data directory ${path} cannot be created, because a part of that path is a file. Set DATA_DIR to another directory.`,
    EEXIST: `The data directory ${path} cannot be created, because a file has that name. Set DATA_DIR to another directory.`,
  }[String(error.code)];
  return sentence === undefined ? error : new StartRefused(sentence, { cause: error });
}

export const diskFull = (path: string) =>
  `The disk that holds the data directory ${path} is full. Free some space and start again; nothing was damaged.`;

/** Whether PostgreSQL's output reports a full disk: the system's message, or an incomplete write. */
export const saysDiskFull = (output: string) =>
  /No space left on device|Check free disk space|quota exceeded/i.test(output);
