// Finds Debian's servers for the connection tests without installing them: tools/test/debian-servers.ts unpacks their
// packages into a folder from which they run, so no service starts automatically. Programs that are already installed
// on the machine are used instead.
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SHARED_PLACE } from "#server/db/embedded/shared-place.ts";

/**
 * If the tests run as root, the folder is outside of the clone, because the account that runs the servers may not be
 * able to read the clone.
 */
export const debianFolder =
  process.getuid?.() === 0
    ? join(SHARED_PLACE, "debian-servers")
    : fileURLToPath(new URL("../../.runtime/debian-servers", import.meta.url));

/** The package that contains each program. */
const debianPrograms = {
  amtool: "prometheus-alertmanager",
  fcgiwrap: "fcgiwrap",
  git: "git",
  mariadbd: "mariadb-server",
  nginx: "nginx-light",
  openssl: "openssl",
  ping: "iputils-ping",
  prometheus: "prometheus",
  "redis-server": "redis-server",
  slapd: "slapd",
  smbd: "samba",
  sshd: "openssh-server",
} as const;

export type DebianProgram = keyof typeof debianPrograms;

/** This library makes a program see user accounts that the machine does not have. */
const accountsLibrary = { package: "libnss-wrapper", file: "libnss_wrapper.so" } as const;

const roots = [debianFolder, "/"];

const findIn = (places: readonly string[]) => places.find((place) => existsSync(place));

export const findDebianProgram = (name: DebianProgram): string | undefined =>
  findIn(roots.flatMap((root) => ["usr/sbin", "usr/bin", "bin"].map((folder) => join(root, folder, name))));

export const findAccountsLibrary = (): string | undefined =>
  roots.flatMap((root) => globSync(join(root, "usr/lib/*-linux-gnu", accountsLibrary.file)))[0];

/** Returns the path of a file of a package, such as `etc/ldap/schema/core.schema`. */
export const findDebianFile = (path: string): string | undefined => findIn(roots.map((root) => join(root, path)));

export function debianFile(path: string): string {
  const found = findDebianFile(path);
  if (found === undefined)
    throw new Error(`Debian's file /${path} is not installed; run node bin/run.mjs tools/test/debian-servers.ts`);
  return found;
}

/** Returns the needed packages that are not available. */
export const missingPackages = (): string[] => [
  ...Object.entries(debianPrograms)
    .filter(([name]) => !findDebianProgram(name as DebianProgram))
    .map(([, from]) => from),
  ...(findAccountsLibrary() === undefined ? [accountsLibrary.package] : []),
];

/** Returns the library folders of the unpacked packages. */
export const libraryPath = () =>
  ["usr/lib/*-linux-gnu", "usr/lib/*-linux-gnu/samba", "lib/*-linux-gnu"]
    .flatMap((pattern) => globSync(join(debianFolder, pattern)))
    .join(":");
