// Debian's servers for the tests of connections, without installing any: tools/test/debian-servers.ts unpacks their packages
// into a folder, where they run from and where nothing starts by itself. What the machine has already is used from there.
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SHARED_PLACE } from "#server/db/embedded/shared-place.ts";

/** As root outside of the clone: the account that servers run as may not reach into it. */
export const debianFolder =
  process.getuid?.() === 0
    ? join(SHARED_PLACE, "debian-servers")
    : fileURLToPath(new URL("../../.runtime/debian-servers", import.meta.url));

/** The package that brings each program. */
const debianPrograms = {
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

/** Lets a program believe in users that the machine does not have. */
const accountsLibrary = { package: "libnss-wrapper", file: "libnss_wrapper.so" } as const;

const roots = [debianFolder, "/"];

const findIn = (places: readonly string[]) => places.find((place) => existsSync(place));

export const findDebianProgram = (name: DebianProgram): string | undefined =>
  findIn(roots.flatMap((root) => ["usr/sbin", "usr/bin", "bin"].map((folder) => join(root, folder, name))));

export const findAccountsLibrary = (): string | undefined =>
  roots.flatMap((root) => globSync(join(root, "usr/lib/*-linux-gnu", accountsLibrary.file)))[0];

/** A file that came with a package: `etc/ldap/schema/core.schema`. */
export const findDebianFile = (path: string): string | undefined => findIn(roots.map((root) => join(root, path)));

export function debianFile(path: string): string {
  const found = findDebianFile(path);
  if (found === undefined) throw new Error(`Debian's /${path} is not here`);
  return found;
}

/** All packages that the tests of connections need. */
export const neededPackages: readonly string[] = [...Object.values(debianPrograms), accountsLibrary.package];

/** Those of them that are not here. */
export const missingPackages = (): string[] => [
  ...Object.entries(debianPrograms)
    .filter(([name]) => !findDebianProgram(name as DebianProgram))
    .map(([, from]) => from),
  ...(findAccountsLibrary() === undefined ? [accountsLibrary.package] : []),
];

/** Where the libraries of unpacked packages are. */
export const libraryPath = () =>
  ["usr/lib/*-linux-gnu", "usr/lib/*-linux-gnu/samba", "lib/*-linux-gnu"]
    .flatMap((pattern) => globSync(join(debianFolder, pattern)))
    .join(":");
