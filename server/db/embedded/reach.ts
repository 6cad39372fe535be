// Finds a data directory that the account that runs PostgreSQL can reach.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openDataDir, type DataDir } from "../../data-dir/data-dir.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { postgresAccount, type Account } from "./account.ts";
import { SHARED_PLACE, openSharedPlace } from "./shared-place.ts";

export interface WantedPlace {
  dataDir: string;
  /** Whether DATA_DIR was set. If so, that directory is used or refused; only the default may be replaced. */
  dataDirGiven: boolean;
}

export interface DataPlace {
  dir: DataDir;
  account: Account;
  /** The reason why the data is not in the default directory. */
  moved?: string;
}

export async function findDataPlace({ dataDir, dataDirGiven }: WantedPlace): Promise<DataPlace> {
  const first = await tryPlace(dataDir);
  if (!("obstacle" in first)) return first;
  const reason = `PostgreSQL runs as the user ${first.account.name}, which cannot enter ${first.obstacle}`;
  if (dataDirGiven) {
    throw new StartRefused(
      `The data directory ${dataDir} cannot be used: ${reason}. ` +
        `Set DATA_DIR to a directory outside of it, such as ${SHARED_PLACE}/data, or run Quarterdeck as an ordinary user.`,
    );
  }
  openSharedPlace();
  const instead = await tryPlace(sharedPlaceFor(dataDir));
  if (!("obstacle" in instead)) return { ...instead, moved: reason };
  throw new StartRefused(
    `${reason}, nor ${instead.obstacle}. Set DATA_DIR to a directory that ${first.account.name} can reach.`,
  );
}

/** Returns a directory per clone, so that two clones do not share their data. The name contains the clone's name. */
export function sharedPlaceFor(dataDir: string): string {
  const clone = basename(dirname(dataDir)).replaceAll(/[^A-Za-z0-9._-]/g, "_") || "root";
  return join(SHARED_PLACE, `${clone}-${createHash("sha256").update(dataDir).digest("hex").slice(0, 8)}`);
}

async function tryPlace(path: string): Promise<DataPlace | { obstacle: string; account: Account }> {
  const account = postgresAccount(join(path, "postgres"));
  if (account.identity.uid === undefined) return { dir: await openDataDir(path), account };
  // The path is checked before anything is created, so that an unusable directory is not left behind.
  const before = closedTo(account, dirname(path));
  if (before !== undefined) return { obstacle: before, account };
  const dir = await openDataDir(path);
  // The account may traverse the directory but not list it; each entry has its own permissions.
  chmodSync(path, (statSync(path).mode & 0o7777) | 0o011);
  const after = closedTo(account, path);
  return after === undefined ? { dir, account } : { obstacle: after, account };
}

/** Returns the topmost directory of the path that the account cannot enter. */
function closedTo(account: Account, path: string): string | undefined {
  const way = [path];
  while (dirname(way[0]!) !== way[0]) way.unshift(dirname(way[0]!));
  // A file in the path is reported when the directory is created.
  const there = way.filter((directory) => statSync(directory, { throwIfNoEntry: false })?.isDirectory());
  if (canEnter(account, there.at(-1) ?? "/")) return undefined;
  return there.find((directory) => !canEnter(account, directory));
}

/** Checks access with a process of that account, because the operating system also checks access control lists. */
function canEnter(account: Account, directory: string): boolean {
  const { status, error } = spawnSync("/bin/sh", ["-c", 'cd "$0"', directory], {
    cwd: "/",
    stdio: "ignore",
    ...account.identity,
  });
  if (error) {
    throw new StartRefused(
      `PostgreSQL does not run as root, and this process cannot switch to the user ${account.name} (${error.message}). ` +
        "Run Quarterdeck as an ordinary user, or set DATABASE_URL to use another PostgreSQL.",
      { cause: error },
    );
  }
  return status === 0;
}
