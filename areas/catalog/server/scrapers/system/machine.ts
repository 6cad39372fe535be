// Reads the machine: the files in which Linux describes the machine, and the facts that Node returns on any platform.
// The spec of a scraper cannot choose the paths. Unreadable files, as in a container without privileges, count as
// missing.
import { lstat, readdir, readFile, readlink, stat, statfs } from "node:fs/promises";
import { arch, cpus, hostname, networkInterfaces, release, totalmem, type, uptime, version } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

export interface Space {
  total: number;
  /** `used` is the number of blocks used by all users; `available` is the space free for users other than root. */
  used: number;
  available: number;
  /** Maximum and used inodes; 0 if the file system does not count them. */
  files: number;
  usedFiles: number;
}

export interface NodeFacts {
  platform: string;
  hostname: string;
  /** The name of the operating system, if no file contains it. */
  system: string;
  release: string;
  arch: string;
  cpus: readonly { model: string }[];
  memory: number;
  bootedAt: Date;
  addresses: Readonly<Record<string, readonly { cidr: string | null; mac: string; internal: boolean }[]>>;
}

export interface Machine {
  node: NodeFacts;
  /** Returns undefined if the file is missing, unreadable, or larger than `maxBytes`. */
  read(path: string, maxBytes?: number): Promise<string | undefined>;
  /** Returns the names in a folder; empty if it is unreadable. */
  list(path: string): Promise<string[]>;
  linkAt(path: string): Promise<string | undefined>;
  isFolder(path: string): Promise<boolean>;
  space(path: string): Promise<Space | undefined>;
  /** Reads rows of a SQLite file, opened as immutable: no locks are taken and no journal files are written. */
  rows(path: string, query: string): Iterable<Readonly<Record<string, unknown>>>;
}

const defaultMaxBytes = 4 * 1024 * 1024;

/** `root` is the folder with the files of the machine; tests set it to a recorded machine. */
export function machineAt(root = "/", node: NodeFacts = nodeFacts()): Machine {
  const at = (path: string) => join(root, path);
  return {
    node,
    async read(path, maxBytes = defaultMaxBytes) {
      try {
        // Files of /proc have size 0.
        if ((await stat(at(path))).size > maxBytes) return undefined;
        return await readFile(at(path), "utf8");
      } catch {
        return undefined;
      }
    },
    list: (path) => readdir(at(path)).catch(() => []),
    linkAt: (path) => readlink(at(path)).catch(() => undefined),
    isFolder: (path) =>
      lstat(at(path)).then(
        (found) => found.isDirectory(),
        () => false,
      ),
    *rows(path, query) {
      const file = pathToFileURL(at(path));
      file.searchParams.set("immutable", "1");
      const database = new DatabaseSync(file, { readOnly: true });
      try {
        yield* database.prepare(query).iterate();
      } finally {
        database.close();
      }
    },
    async space(path) {
      try {
        const { bsize, blocks, bfree, bavail, files, ffree } = await statfs(at(path));
        return {
          total: bsize * blocks,
          used: bsize * (blocks - bfree),
          available: bsize * bavail,
          files,
          usedFiles: files - ffree,
        };
      } catch {
        return undefined;
      }
    },
  };
}

const nodeFacts = (): NodeFacts => ({
  platform: process.platform,
  hostname: hostname(),
  system: `${type()} ${version()}`,
  release: release(),
  arch: arch(),
  cpus: cpus(),
  memory: totalmem(),
  bootedAt: new Date(Date.now() - uptime() * 1_000),
  addresses: networkInterfaces() as NodeFacts["addresses"],
});
