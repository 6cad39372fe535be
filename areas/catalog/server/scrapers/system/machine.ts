// The machine as it lets itself be looked at: the files that Linux tells about itself in, and what Node knows anywhere. Nothing of
// it is chosen by who wrote the scraper. What may not be read, as in a container without rights, is not there.
import { lstat, readdir, readFile, readlink, stat, statfs } from "node:fs/promises";
import { arch, cpus, hostname, networkInterfaces, release, totalmem, type, uptime, version } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

export interface Space {
  total: number;
  /** In use, and free for whoever is not root. */
  used: number;
  available: number;
  /** Files that there may be and are; 0 where nobody counts them. */
  files: number;
  usedFiles: number;
}

export interface NodeKnows {
  platform: string;
  hostname: string;
  /** As this system calls itself, where no file says it. */
  system: string;
  release: string;
  arch: string;
  cpus: readonly { model: string }[];
  memory: number;
  bootedAt: Date;
  addresses: Readonly<Record<string, readonly { cidr: string | null; mac: string; internal: boolean }[]>>;
}

export interface Machine {
  node: NodeKnows;
  /** Undefined when it is not there, may not be read, or is larger than anything of its kind. */
  read(path: string, mostBytes?: number): Promise<string | undefined>;
  /** The names in it; none when it may not be read. */
  list(path: string): Promise<string[]>;
  linkAt(path: string): Promise<string | undefined>;
  isFolder(path: string): Promise<boolean>;
  space(path: string): Promise<Space | undefined>;
  /** Of a file of SQLite, as it is on disk: nothing is locked or written beside it. */
  rows(path: string, query: string): Iterable<Readonly<Record<string, unknown>>>;
}

const usualBytes = 4 * 1024 * 1024;

/** `root` is where the files of the machine stand, which is another place for a machine that was recorded. */
export function machineAt(root = "/", node: NodeKnows = nodeKnows()): Machine {
  const at = (path: string) => join(root, path);
  return {
    node,
    async read(path, mostBytes = usualBytes) {
      try {
        // Those of /proc say that they are empty.
        if ((await stat(at(path))).size > mostBytes) return undefined;
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

const nodeKnows = (): NodeKnows => ({
  platform: process.platform,
  hostname: hostname(),
  system: `${type()} ${version()}`,
  release: release(),
  arch: arch(),
  cpus: cpus(),
  memory: totalmem(),
  bootedAt: new Date(Date.now() - uptime() * 1_000),
  addresses: networkInterfaces() as NodeKnows["addresses"],
});
