// The root folder of the project. The server runs from its sources or, built into one file, from dist/server/.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

function rootAbove(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : rootAbove(dirname(folder));
}

export const repository = rootAbove(import.meta.dirname);
