// What a command left in its directory, as far as it is wanted. Links are not followed, and only what belongs to whom the
// command ran as is read: it cannot make us read for it what it may not read itself.
import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fitsPath, pathPattern } from "#language/path-pattern.ts";

export interface LeftFile {
  /** From its directory on. */
  path: string;
  body: Buffer;
}

export interface LeftFiles {
  files: readonly LeftFile[];
  /** Wanted as well, and too large or too many. */
  leftOut: readonly string[];
}

const mostFiles = 100;
const mostBytes = 20 * 1024 * 1024;
/** Looked at, wanted or not: what was checked out for it lies there, too. */
const mostEntries = 50_000;

export async function readLeftFiles(
  root: string,
  { owner, wanted }: { owner: number; wanted: readonly string[] },
): Promise<LeftFiles> {
  const patterns = wanted.map(readPattern);
  const files: LeftFile[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  let entries = 0;
  const look = async (names: readonly string[]): Promise<void> => {
    // One that it closed to itself is as good as empty.
    const found = await readdir(join(root, ...names), { withFileTypes: true }).catch(() => []);
    for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if ((entries += 1) > mostEntries) return;
      const path = [...names, entry.name];
      if (entry.isDirectory()) await look(path);
      if (!entry.isFile() || !patterns.some((pattern) => fitsPath(pattern, path))) continue;
      const body = files.length < mostFiles ? await readOwned(join(root, ...path), owner, mostBytes - bytes) : "large";
      if (body === "large") leftOut.push(path.join("/"));
      if (!Buffer.isBuffer(body)) continue;
      bytes += body.length;
      files.push({ path: path.join("/"), body });
    }
  };
  await look([]);
  return { files, leftOut };
}

async function readOwned(path: string, owner: number, most: number): Promise<Buffer | "large" | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return undefined;
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.uid !== owner) return undefined;
    return stats.size > most ? "large" : await file.readFile();
  } finally {
    await file.close();
  }
}

const readPattern = (text: string) => pathPattern(text.split("/").filter((name) => name !== "" && name !== "."));

export const fitsPattern = (pattern: string, path: string) => fitsPath(readPattern(pattern), path.split("/"));
