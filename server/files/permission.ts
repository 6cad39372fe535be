// Evaluates the permission bits of a file for an account, because a process that runs as root bypasses them.
import type { Account } from "../db/embedded/account.ts";

interface Owned {
  mode: number;
  uid: number;
  gid: number;
}

const has = (bit: number, { mode, uid, gid }: Owned, account: Pick<Account, "uid" | "gid">): boolean => {
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & bit) === bit;
};

export const mayRead = (file: Owned, account: Pick<Account, "uid" | "gid">) => has(4, file, account);

/** Whether the account may traverse a directory. */
export const maySearch = (folder: Owned, account: Pick<Account, "uid" | "gid">) => has(1, folder, account);
