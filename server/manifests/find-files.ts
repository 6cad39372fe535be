// The files of manifests below a folder. Volumes of clusters are links to files in hidden folders: links are followed, hidden
// names are not.
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
  const pending = [{ path: "", depth: 0 }];
  for (let next = pending.pop(); next && found.length < mostFiles; next = pending.pop())
    for (const name of await namesIn(join(folder, next.path), next.depth)) {
      const path = next.path === "" ? name : `${next.path}/${name}`;
      const about = await stat(join(folder, path)).catch(() => undefined);
      if (about?.isDirectory() && next.depth < deepest) pending.push({ path, depth: next.depth + 1 });
      else if (about?.isFile() && isManifest.test(name))
        found.push({ path, signature: `${about.mtimeMs} ${about.size} ${about.ino}` });
    }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1)).slice(0, mostFiles);
}

/** A folder that goes while it is looked at is gone; that the first cannot be read is for the caller to tell. */
async function namesIn(folder: string, depth: number): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (depth === 0) throw error;
    return [];
  });
  return names.filter((name) => !name.startsWith("."));
}
