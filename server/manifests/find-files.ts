// Finds the manifest files below a folder. Kubernetes volumes are links to files in hidden folders, so links are
// followed and hidden names are skipped. A link to one of its parent folders is not followed either.
import type { Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

export interface FoundFile {
  /** The path relative to the folder. */
  path: string;
  /** A value that changes when the file is written. */
  signature: string;
}

const isManifest = /\.(?:ya?ml|json)$/i;
const maxDepth = 20;
export const maxFiles = 10_000;

export interface FoundFiles {
  files: readonly FoundFile[];
  /** Paths that exist but could not be read. There may be files below them. */
  unreadable: readonly { path: string; reason: string }[];
  /** There are more than `maxFiles` files, so a file that is not in the list may exist. */
  isCut: boolean;
}

export async function findFiles(folder: string): Promise<FoundFiles> {
  const found: FoundFile[] = [];
  const unreadable: { path: string; reason: string }[] = [];
  /**
   * Only a path that does not exist counts as removed: a missing mount or permission does not mean that the files below
   * it were removed.
   */
  const unlessGone = (path: string, error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") unreadable.push({ path, reason: message });
  };
  /** Each folder to search, with the file ids of its parent folders. */
  const pending = [{ path: "", above: [identityOf(await stat(folder))] }];
  for (let next = pending.pop(); next && found.length <= maxFiles; next = pending.pop()) {
    const { path: below } = next;
    const names = await namesIn(join(folder, below)).catch((error: unknown): string[] => {
      // The caller reports that the folder itself cannot be read.
      if (below === "") throw error;
      unlessGone(below, error);
      return [];
    });
    for (const name of names) {
      const path = below === "" ? name : `${below}/${name}`;
      const about = await stat(join(folder, path)).catch((error: unknown) => {
        unlessGone(path, error);
        return undefined;
      });
      if (about?.isDirectory() && next.above.length <= maxDepth && !next.above.includes(identityOf(about)))
        pending.push({ path, above: [...next.above, identityOf(about)] });
      else if (about?.isFile() && isManifest.test(name))
        found.push({ path, signature: `${about.mtimeMs} ${about.size} ${about.ino}` });
    }
  }
  const files = found.toSorted((a, b) => (a.path < b.path ? -1 : 1)).slice(0, maxFiles);
  return { files, unreadable, isCut: found.length > maxFiles };
}

const identityOf = ({ dev, ino }: Stats) => `${dev} ${ino}`;

const namesIn = async (folder: string) => (await readdir(folder)).filter((name) => !name.startsWith("."));
