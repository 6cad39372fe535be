// Loads drivers that most installations do not need. An administrator installs a driver with `quarterdeck install
// NAME`, which puts the versions that drivers/NAME/package-lock.json pins into drivers/NAME/node_modules
// (bin/drivers.mjs). The server only loads them; it never runs npm (docs/decisions/0021).
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { repository } from "#lib/load/repository.ts";

/** The file that bin/drivers.mjs writes after the installation: the digest of the lock file that was installed. */
const stampFile = ".quarterdeck-installed";

export interface OptionalDriver<Library> {
  /**
   * Returns the command that installs the driver, while it is missing or has a different version than this release
   * pins.
   */
  installCommand(): string | undefined;
  /** Loads the driver. Call `installCommand` first: a missing driver is an error here. */
  load(): Library;
}

/** Creates an optional driver. `folder` is for tests. */
export function optionalDriver<Library>(
  name: string,
  folder = join(repository, "drivers", name),
): OptionalDriver<Library> {
  let loaded: Library | undefined;
  const isInstalled = () => {
    try {
      const lock = readFileSync(join(folder, "package-lock.json"));
      const stamp = readFileSync(join(folder, "node_modules", stampFile), "utf8");
      return stamp === createHash("sha256").update(lock).digest("hex");
    } catch {
      return false;
    }
  };
  return {
    installCommand: () =>
      loaded !== undefined || isInstalled() ? undefined : `node bin/quarterdeck.mjs install ${name}`,
    load: () => (loaded ??= createRequire(join(folder, "package.json"))(name) as Library),
  };
}
