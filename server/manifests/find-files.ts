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

export async function findFiles(folder: string): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  /** Each with those that it stands in. */
  const pending = [{ path: "", above: [identityOf(await stat(folder))] }];
  for (let next = pending.pop(); next && found.length < mostFiles; next = pending.pop())
    for (const name of await namesIn(join(folder, next.path), next.path === "")) {
      const path = next.path === "" ? name : `${next.path}/${name}`;
      const about = await stat(join(folder, path)).catch(() => undefined);
      if (about?.isDirectory() && next.above.length <= deepest && !next.above.includes(identityOf(about)))
        pending.push({ path, above: [...next.above, identityOf(about)] });
      else if (about?.isFile() && isManifest.test(name))
        found.push({ path, signature: `${about.mtimeMs} ${about.size} ${about.ino}` });
    }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1)).slice(0, mostFiles);
}

const identityOf = ({ dev, ino }: Stats) => `${dev} ${ino}`;

/** A folder that goes while it is looked at is gone; that the first cannot be read is for the caller to tell. */
async function namesIn(folder: string, isFirst: boolean): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isFirst) throw error;
    return [];
  });
  return names.filter((name) => !name.startsWith("."));
}
