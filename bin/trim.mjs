// Deletes files of installed packages that no program reads: source maps, Markdown pages, TypeScript sources (but not
// declarations) and libraries for linkers are a sixth of the packages. Licenses stay, because we distribute under them.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const UNREAD = /\.(?:map|md|markdown|a)$|(?<!\.d)\.[cm]?tsx?$/i;
const LICENSE = /^(?:licen[cs]e|copying|notice|copyright|patents|authors|third)/i;

/**
 * Returns the number of deleted files. Does not use a recursive readdir, which follows links out of the folder.
 * @param {string} folder @returns {number}
 */
export function trim(folder) {
  let deleted = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) deleted += trim(path);
    else if (entry.isFile() && UNREAD.test(entry.name) && !LICENSE.test(entry.name)) {
      rmSync(path);
      deleted++;
    }
  }
  return deleted;
}
