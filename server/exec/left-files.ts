// Reads the requested files that a command left in its directory. Links are not followed, and only files owned by the
// command's account are read: otherwise a command could make the server read files that the command itself cannot.
import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fitsPath, pathPattern } from "#lib/text/path-pattern.ts";

export interface LeftFile {
  /** The path relative to the directory. */
  path: string;
  body: Buffer;
}

export interface LeftFiles {
  files: readonly LeftFile[];
  /** Requested files that exceed the limits. */
  leftOut: readonly string[];
}

const maxFiles = 100;
const maxBytes = 20 * 1024 * 1024;
/** The maximum number of visited entries, including files that were checked out for the command. */
const maxEntries = 50_000;

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
    // A directory that the command made unreadable counts as empty.
    const found = await readdir(join(root, ...names), { withFileTypes: true }).catch(() => []);
    for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if ((entries += 1) > maxEntries) return;
      const path = [...names, entry.name];
      if (entry.isDirectory()) await look(path);
      if (!entry.isFile() || !patterns.some((pattern) => fitsPath(pattern, path))) continue;
      const body = files.length < maxFiles ? await readOwned(join(root, ...path), owner, maxBytes - bytes) : "large";
      if (body === "large") leftOut.push(path.join("/"));
      if (!Buffer.isBuffer(body)) continue;
      bytes += body.length;
      files.push({ path: path.join("/"), body });
    }
  };
  await look([]);
  return { files, leftOut };
}

async function readOwned(path: string, owner: number, maxSize: number): Promise<Buffer | "large" | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return undefined;
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.uid !== owner) return undefined;
    return stats.size > maxSize ? "large" : await file.readFile();
  } finally {
    await file.close();
  }
}

const readPattern = (text: string) => pathPattern(text.split("/").filter((name) => name !== "" && name !== "."));

export const fitsPattern = (pattern: string, path: string) => fitsPath(readPattern(pattern), path.split("/"));
