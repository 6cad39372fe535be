// The account that commands run as: our own, or when that is root, one that exists for nothing else. Never an account that other
// programs of the machine share, and never the one that runs PostgreSQL: its files, and with them all that is stored, would lie open.
import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { promisify } from "node:util";
import { dataDirAt } from "../data-dir.ts";
import { passwd, type Account } from "../db/embedded/account.ts";
import type { Log } from "../log.ts";

export const accountName = "quarterdeck-exec";
/** Without a name, where no account can be created. Of a range that neither distributions nor systemd hand out. */
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

/** A system account without a home, a password and a shell. The first is Debian's and Red Hat's, the second BusyBox'. */
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

/** As root, creates the account unless it is there. */
export const ensureCommandAccount = (log: Pick<Log, "warn">): Promise<void> => (creating ??= create(log));

async function create(log: Pick<Log, "warn">): Promise<void> {
  const isThere = () => passwd().some(({ name }) => name === accountName);
  if (!isRoot() || isThere()) return;
  const failures: string[] = [];
  for (const [program, ...args] of creations) {
    await promisify(execFile)(program, args, { env, timeout: 10_000 }).catch((error: Error) =>
      failures.push(error.message),
    );
    // Another process of ours may have been faster.
    if (isThere()) return;
  }
  log.warn(
    { failures },
    `the account ${accountName} could not be created, so commands run as user ${unnamed}, which has no name: create it (useradd --system ${accountName}) for programs that need one, such as ssh`,
  );
}
