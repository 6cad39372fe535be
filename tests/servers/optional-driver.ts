// Installs an optional driver in the same way as an administrator, for the tests that use it.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { repository } from "#lib/load/repository.ts";

/** Several workers can call this at once: the command waits for its own lock and installs once. */
export const installDriver = (name: string, ...options: string[]): string =>
  execFileSync(process.execPath, [join(repository, "bin/quarterdeck.mjs"), "install", name, ...options], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
