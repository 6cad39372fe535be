// Reads files and folders that an operator names, within the directories of ALLOW_DIRECTORIES. The checks apply to the
// opened file and not to its path, so that the file cannot be swapped between check and read.
import { constants, type Stats } from "node:fs";
import { lstat, open, readdir, readlink, realpath, stat, statfs, type FileHandle } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { dataDirAt } from "../data-dir/data-dir.ts";
import { SHARED_PLACE } from "../db/embedded/shared-place.ts";
import type { Env } from "../env/env.ts";
import { commandAccount } from "../exec/account.ts";
import { maySearch, mayRead } from "./permission.ts";

export interface FolderEntry {
  name: string;
  kind: "file" | "folder" | "link" | "other";
  size: number;
  modified: Date;
}

export interface Files {
  /** Reads the whole file. A file longer than `maxBytes` is an error. Default: 10 MiB. */
  read(path: string, options?: { maxBytes?: number }): Promise<Buffer>;
  /**
   * Calls `work` with the open file, for files that are too long to be read as a whole. The file is closed afterwards.
   */
  using<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T>;
  /**
   * Lists the entries of a folder, but not the entries of its subfolders. Links are listed but not followed. More than
   * 10,000 entries are an error.
   */
  list(path: string): Promise<FolderEntry[]>;
  /** Returns the disk space in bytes, available to this process and in total, of the disk that contains the folder. */
  space(path: string): Promise<{ available: number; total: number }>;
  /** Returns the time at which an entry was last added to or removed from the folder. */
  changed(path: string): Promise<Date>;
}

/** Thrown if reading the path is not allowed. The message explains why, and what the operator can do. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
}

const defaultMaxBytes = 10 * 1024 * 1024;
const maxEntries = 10_000;
/** With these flags, opening does not block on a named pipe and does not make a device the controlling terminal. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
/**
 * On macOS, no part of the path may be a link (O_NOFOLLOW_ANY). On Linux the path of the opened file is checked
 * afterwards.
 */
const noLinks = process.platform === "darwin" ? 0x2000_0000 : 0;

export function createFiles(env: Pick<Env, "allowDirectories" | "dataDir"> & Partial<Pick<Env, "secretsDir">>): Files {
  /**
   * These are always refused, whatever the operator lists: kernel files, the data directory, and folders with secrets.
   */
  const closed = ["/proc", "/sys", "/dev", "/run/secrets", env.dataDir, SHARED_PLACE, env.secretsDir ?? []].flat();

  const opened = async <T>(
    path: string,
    wanted: "file" | "folder",
    work: (handle: FileHandle, truePath: string) => Promise<T>,
  ): Promise<T> => {
    const asked = readPath(path, { allowed: env.allowDirectories, closed });
    // The kind is checked before opening, because opening a device can have side effects.
    if (kindOf(await stat(asked)) !== wanted) throw new FileRefused(`${path} is not a ${wanted}.`);
    const handle = await open(noLinks ? await realpath(asked) : asked, flags | noLinks);
    try {
      const stats = await handle.stat();
      if (kindOf(stats) !== wanted) throw new FileRefused(`${path} is not a ${wanted}.`);
      const truePath = noLinks ? await realpath(asked) : await readlink(`/proc/self/fd/${handle.fd}`);
      const root = await rootOf(truePath, env.allowDirectories);
      if (root === undefined) throw outside(path);
      if ((await isOneOf(truePath, closed)) || (await isOurKey(stats))) throw neverRead(path);
      await refuseUnreadable(path, { truePath, root, stats });
      return await work(handle, truePath);
    } finally {
      await handle.close();
    }
  };

  /** Compares the inode, because the key file may have a different name. */
  const isOurKey = async ({ dev, ino }: { dev: number; ino: number }) => {
    const key = await stat(dataDirAt(env.dataDir).secretKey).catch(() => undefined);
    return key?.dev === dev && key.ino === ino;
  };

  /** Root can read everything, so the permissions of the account for commands decide. */
  const refuseUnreadable = async (
    path: string,
    { truePath, root, stats }: { truePath: string; root: string; stats: Stats },
  ) => {
    const account = commandAccount(env.dataDir);
    if (account.identity.uid === undefined) return;
    const refused = () =>
      new FileRefused(
        `${path} cannot be read by the unprivileged user ${account.name || account.uid}: change its mode.`,
      );
    if (!mayRead(stats, account)) throw refused();
    for (
      let folder = dirname(truePath);
      folder.startsWith(root) && folder !== dirname(folder);
      folder = dirname(folder)
    )
      if (!maySearch(await stat(folder), account)) throw refused();
  };

  return {
    read: (path, { maxBytes = defaultMaxBytes } = {}) =>
      opened(path, "file", async (handle) => {
        const pieces: Buffer[] = [];
        let size = 0;
        // The read is limited, because the file may grow in the meantime.
        for await (const piece of handle.createReadStream({ autoClose: false, end: maxBytes })) {
          pieces.push(piece as Buffer);
          size += (piece as Buffer).length;
        }
        if (size > maxBytes) throw new FileRefused(`${path} is longer than ${maxBytes} bytes.`);
        return Buffer.concat(pieces);
      }),

    using: (path, work) => opened(path, "file", (handle) => work(handle)),

    space: (path) =>
      opened(path, "folder", async (_handle, truePath) => {
        const { bsize, bavail, blocks } = await statfs(truePath);
        return { available: bsize * bavail, total: bsize * blocks };
      }),

    changed: (path) => opened(path, "folder", async (handle) => (await handle.stat()).mtime),

    list: (path) =>
      opened(path, "folder", async (handle, truePath) => {
        const place = noLinks ? truePath : `/proc/self/fd/${handle.fd}`;
        const names = await readdir(place);
        if (names.length > maxEntries) throw new FileRefused(`${path} has more than ${maxEntries} entries.`);
        const entries = await Promise.all(
          names.sort().map(async (name) => {
            const stats = await lstat(join(place, name)).catch(() => undefined);
            return stats && { name, kind: kindOf(stats), size: stats.size, modified: stats.mtime };
          }),
        );
        return entries.filter((entry) => entry !== undefined);
      }),
  };
}

/** Checks the path as a string, before any access to the file system. */
function readPath(
  path: string,
  { allowed, closed }: { allowed: readonly string[]; closed: readonly string[] },
): string {
  if (!isAbsolute(path) || path.includes("\0") || path.split("/").includes(".."))
    throw new FileRefused("The path must be absolute and must not contain ..");
  const asked = resolve(path);
  if (!allowed.some((folder) => isWithin(asked, folder))) throw outside(path);
  if (closed.some((folder) => isWithin(asked, folder))) throw neverRead(path);
  return asked;
}

const neverRead = (path: string) => new FileRefused(`${path} can never be read.`);

const outside = (path: string) =>
  new FileRefused(
    `${path} is not within the directories that may be read. ` +
      `The operator can allow one with ALLOW_DIRECTORIES=${placeOf(path)}`,
  );

/** The suggested directory is never /, so that the operator does not allow access to everything. */
const placeOf = (path: string) => (dirname(path) === "/" ? path : dirname(path));

const isWithin = (path: string, folder: string) =>
  path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);

async function rootOf(truePath: string, allowed: readonly string[]): Promise<string | undefined> {
  for (const folder of allowed) {
    // An allowed directory that does not exist allows nothing.
    const root = await realpath(folder).catch(() => undefined);
    if (root !== undefined && isWithin(truePath, root)) return root;
  }
  return undefined;
}

async function isOneOf(truePath: string, folders: readonly string[]): Promise<boolean> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  return real.some((folder) => isWithin(truePath, folder));
}

function kindOf(stats: Pick<Stats, "isFile" | "isDirectory" | "isSymbolicLink">): FolderEntry["kind"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "folder";
  return stats.isSymbolicLink() ? "link" : "other";
}
