// Whether the account that runs PostgreSQL can get at the data directory, and where the data goes when it cannot.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openDataDir, type DataDir } from "../../data-dir.ts";
import { StartRefused } from "../../start-refused.ts";
import { postgresAccount, type Account } from "./account.ts";
import { SHARED_PLACE, openSharedPlace } from "./shared-place.ts";

export interface WantedPlace {
  dataDir: string;
  /** Whether somebody asked for this directory: then it is used or refused. Only the default may be elsewhere. */
  dataDirGiven: boolean;
}

export interface DataPlace {
  dir: DataDir;
  account: Account;
  /** Why the data is not where one would look first. */
  moved?: string;
}

export async function findDataPlace({ dataDir, dataDirGiven }: WantedPlace): Promise<DataPlace> {
  const first = await tryPlace(dataDir);
  if (!("obstacle" in first)) return first;
  const reason = `PostgreSQL runs as the user ${first.account.name}, who may not enter ${first.obstacle}`;
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

/** One per clone, so that two clones do not share their data; named so that a person finds it. */
export function sharedPlaceFor(dataDir: string): string {
  const clone = basename(dirname(dataDir)).replaceAll(/[^A-Za-z0-9._-]/g, "_") || "root";
  return join(SHARED_PLACE, `${clone}-${createHash("sha256").update(dataDir).digest("hex").slice(0, 8)}`);
}

async function tryPlace(path: string): Promise<DataPlace | { obstacle: string; account: Account }> {
  const account = postgresAccount(join(path, "postgres"));
  if (account.identity.uid === undefined) return { dir: await openDataDir(path), account };
  // Looked at before anything is made, so that a directory that cannot be used is not left behind.
  const before = closedTo(account, dirname(path));
  if (before !== undefined) return { obstacle: before, account };
  const dir = await openDataDir(path);
  // Everything inside has its own protection: the account may pass through to what is its own, not look around.
  chmodSync(path, (statSync(path).mode & 0o7777) | 0o011);
  const after = closedTo(account, path);
  return after === undefined ? { dir, account } : { obstacle: after, account };
}

/** The topmost directory on the way that the account cannot enter. */
function closedTo(account: Account, path: string): string | undefined {
  const way = [path];
  while (dirname(way[0]!) !== way[0]) way.unshift(dirname(way[0]!));
  // A file on the way is for the one who makes the directory to complain about.
  const there = way.filter((directory) => statSync(directory, { throwIfNoEntry: false })?.isDirectory());
  if (canEnter(account, there.at(-1) ?? "/")) return undefined;
  return there.find((directory) => !canEnter(account, directory));
}

/** Asked of the system itself, which also knows about access lists. */
function canEnter(account: Account, directory: string): boolean {
  const { status, error } = spawnSync("/bin/sh", ["-c", 'cd "$0"', directory], {
    cwd: "/",
    stdio: "ignore",
    ...account.identity,
  });
  if (error) {
    throw new StartRefused(
      `PostgreSQL does not run as root, and this root may not become the user ${account.name} (${error.message}). ` +
        "Run Quarterdeck as an ordinary user, or set DATABASE_URL to use another PostgreSQL.",
      { cause: error },
    );
  }
  return status === 0;
}
