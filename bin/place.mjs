import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

export const REPOSITORY = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

/** Files that the starter creates; ignored by git and safe to delete. */
export const RUNTIME = join(REPOSITORY, ".runtime");

export const PLATFORM = `${process.platform}-${process.arch}`;
