import { existsSync, globSync } from "node:fs";
import { join } from "node:path";

/** Returns the program folder of the newest installed version, such as /usr/lib/postgresql/15/bin. */
export function findDebianPostgres(): string | undefined {
  return globSync("/usr/lib/postgresql/*/bin")
    .filter((bin) => existsSync(join(bin, "postgres")) && existsSync(join(bin, "initdb")))
    .sort((a, b) => versionOf(b) - versionOf(a))[0];
}

const versionOf = (bin: string) => Number(/(\d+)\/bin$/.exec(bin)?.[1] ?? 0);
