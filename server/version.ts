import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "#lib/load/repository.ts";

/** The version of the product, from package.json. */
export const version = (JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string })
  .version;
