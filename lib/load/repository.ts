// The root folder of the project, and its version. The server runs from its sources or, built into one file, from
// dist/server/.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

function rootAbove(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : rootAbove(dirname(folder));
}

export const repository = rootAbove(import.meta.dirname);

/** From package.json. */
export const version = (JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string })
  .version;
