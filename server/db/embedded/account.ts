// The operating system account that runs PostgreSQL, which refuses to run as root: the account of this process, or an
// unprivileged account.
import { readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { StartRefused } from "#lib/process/start-refused.ts";

export interface Account {
  name: string;
  uid: number;
  gid: number;
  /** Options for a child process that runs as this account; empty for the account of this process. */
  identity: { uid?: number; gid?: number };
}

/** Returns the account of this process, by which PostgreSQL authenticates us. */
export function ownName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    throw new StartRefused(
      `This process runs as user ${process.getuid?.()}, which has no name in /etc/passwd. PostgreSQL does not run without a user name. ` +
        "Run Quarterdeck as a named user, or set DATABASE_URL to use another PostgreSQL.",
      { cause: error },
    );
  }
}

/**
 * Returns the account to use if this process is root: the owner of an existing cluster; for a new cluster the user
 * `postgres`, or else the user `nobody`.
 */
export function postgresAccount(cluster: string): Account {
  const name = ownName();
  const uid = process.getuid?.() ?? -1;
  const owner = ownerOf(cluster);
  if (uid !== 0) {
    if (owner !== undefined && owner !== uid) throw otherOwner(cluster, owner);
    return { name, uid, gid: process.getgid?.() ?? -1, identity: {} };
  }
  const accounts = passwd();
  const found =
    accounts.find((account) => account.uid === owner && owner !== 0) ??
    accounts.find((account) => account.name === "postgres" && account.uid !== 0) ??
    accounts.find((account) => account.name === "nobody" && account.uid !== 0);
  if (!found) {
    throw new StartRefused(
      "PostgreSQL does not run as root, and this machine has no user named postgres or nobody to run PostgreSQL as. " +
        "Run Quarterdeck as an ordinary user, or set DATABASE_URL to use another PostgreSQL.",
    );
  }
  return { ...found, identity: { uid: found.uid, gid: found.gid } };
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    // The directory does not exist or is not readable; opening it will report that.
    return undefined;
  }
}

function otherOwner(cluster: string, uid: number): StartRefused {
  const name = passwd().find((account) => account.uid === uid)?.name ?? `user ${uid}`;
  return new StartRefused(
    `The database in ${cluster} belongs to ${name}. Run Quarterdeck as the user that created the database, which may be root, or set DATA_DIR to another directory.`,
  );
}

/** The accounts of this machine. */
export function passwd() {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 4)
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
