// Where the project lies. The server runs from server/ and, built into few files, from dist/server/.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

function rootAbove(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : rootAbove(dirname(folder));
}

export const repository = rootAbove(import.meta.dirname);
