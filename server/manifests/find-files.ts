// The files of manifests below a folder. Volumes of clusters are links to files in hidden folders: links are followed, hidden
// names are not, nor is a link to a folder that it stands in.
import type { Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

export interface FoundFile {
  /** From the folder on. */
  path: string;
  /** Another one when the file was written. */
  signature: string;
}

const isManifest = /\.(?:ya?ml|json)$/i;
const deepest = 20;
export const mostFiles = 10_000;

export interface FoundFiles {
  files: readonly FoundFile[];
  /** Paths that exist and could not be looked at; there may be files below them. */
  unreadable: readonly { path: string; reason: string }[];
  /** There are more than `mostFiles`: a file that is not in the list may exist. */
  isCut: boolean;
}

export async function findFiles(folder: string): Promise<FoundFiles> {
  const found: FoundFile[] = [];
  const unreadable: { path: string; reason: string }[] = [];
  /** Only a path that does not exist is gone: a mount or a right that is missing says nothing about the files below it. */
  const unlessGone = (path: string, error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") unreadable.push({ path, reason: message });
  };
  /** Each with those that it stands in. */
  const pending = [{ path: "", above: [identityOf(await stat(folder))] }];
  for (let next = pending.pop(); next && found.length <= mostFiles; next = pending.pop()) {
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
      if (about?.isDirectory() && next.above.length <= deepest && !next.above.includes(identityOf(about)))
        pending.push({ path, above: [...next.above, identityOf(about)] });
      else if (about?.isFile() && isManifest.test(name))
        found.push({ path, signature: `${about.mtimeMs} ${about.size} ${about.ino}` });
    }
  }
  const files = found.toSorted((a, b) => (a.path < b.path ? -1 : 1)).slice(0, mostFiles);
  return { files, unreadable, isCut: found.length > mostFiles };
}

const identityOf = ({ dev, ino }: Stats) => `${dev} ${ino}`;

const namesIn = async (folder: string) => (await readdir(folder)).filter((name) => !name.startsWith("."));
