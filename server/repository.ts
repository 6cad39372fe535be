// Where the project lies. The server runs from its sources and, built into one file, from dist/server/.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

function rootAbove(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : rootAbove(dirname(folder));
}

export const repository = rootAbove(import.meta.dirname);
