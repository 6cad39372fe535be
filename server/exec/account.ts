// The account that commands run as: the server's own account or, if that account is root, a dedicated account. It is
// never an account that other programs share, and never the account of PostgreSQL, because a command could then read
// the files of the database.
import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { promisify } from "node:util";
import { dataDirAt } from "../data-dir/data-dir.ts";
import { passwd, type Account } from "../db/embedded/account.ts";
import type { Log } from "../log.ts";

export const accountName = "quarterdeck-exec";
/** The user id that is used if no account can be created. Distributions and systemd do not assign ids of this range. */
const unnamed = 60_977;

const isRoot = () => process.getuid?.() === 0;

export function commandAccount(dataDir: string): Account {
  if (!isRoot()) return { name: "", uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1, identity: {} };
  const taken = [0, ...ownersOf(dataDir)];
  const own = passwd().find(({ name, uid }) => name === accountName && !taken.includes(uid));
  const { name, uid, gid } = own ?? { name: "", uid: unnamed, gid: unnamed };
  return { name, uid, gid, identity: { uid, gid } };
}

function ownersOf(dataDir: string): number[] {
  return [dataDir, dataDirAt(dataDir).postgres].flatMap((path) => statSync(path, { throwIfNoEntry: false })?.uid ?? []);
}

/**
 * The commands that create a system account without home, password and shell: `useradd` on Debian and Red Hat,
 * `adduser` on BusyBox.
 */
const creations: readonly (readonly [program: string, ...args: string[]])[] = [
  [
    "useradd",
    "--system",
    "--no-create-home",
    "--home-dir",
    "/nonexistent",
    "--shell",
    "/usr/sbin/nologin",
    accountName,
  ],
  ["adduser", "-S", "-D", "-H", "-h", "/nonexistent", "-s", "/sbin/nologin", accountName],
];
const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };

let creating: Promise<void> | undefined;

/** Creates the account if the server runs as root and the account does not exist. */
export const ensureCommandAccount = (log: Pick<Log, "warn">): Promise<void> => (creating ??= create(log));

async function create(log: Pick<Log, "warn">): Promise<void> {
  const isThere = () => passwd().some(({ name }) => name === accountName);
  if (!isRoot() || isThere()) return;
  const failures: string[] = [];
  for (const [program, ...args] of creations) {
    await promisify(execFile)(program, args, { env, timeout: 10_000 }).catch((error: Error) =>
      failures.push(error.message),
    );
    // A different Quarterdeck process may have created the account in the meantime.
    if (isThere()) return;
  }
  log.warn(
    { failures },
    `the account ${accountName} could not be created, so commands run as user ${unnamed}, which has no name: create it (useradd --system ${accountName}) for programs that need one, such as ssh`,
  );
}
