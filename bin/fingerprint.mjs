// Detects changed sources by their content: file times are meaningless after a checkout.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { REPOSITORY } from "./place.mjs";

/**
 * @param {{ files: string[], folders: string[], isSource: (path: string) => boolean }} sources relative to the repository
 */
export function fingerprint({ files, folders, isSource }) {
  const found = files.filter((name) => existsSync(join(REPOSITORY, name)));
  for (const folder of folders) {
    const root = join(REPOSITORY, folder);
    if (!existsSync(root)) continue;
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = relative(REPOSITORY, join(entry.parentPath, entry.name));
      if (entry.isFile() && isSource(path)) found.push(path);
    }
  }
  const hash = createHash("sha256");
  for (const path of found.sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(REPOSITORY, path)))
      .update("\0");
  return `${hash.digest("hex")}\n`;
}
