// What the bits of a file let an account do, for processes that are root and would not be stopped by them.
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

/** To pass through a directory. */
export const maySearch = (folder: Owned, account: Pick<Account, "uid" | "gid">) => has(1, folder, account);
