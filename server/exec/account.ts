// Whom commands run as: our own account, or when that is root, one that owns nothing.
import { statSync } from "node:fs";
import { dataDirAt } from "../data-dir.ts";
import { passwd, type Account } from "../db/embedded/account.ts";

/** Of an account without a name, for machines whose nobody runs PostgreSQL. Below what systemd hands out by itself. */
const unnamed = 60_977;

/** Never the account that runs PostgreSQL: its files, and by that all that is stored, would lie open. */
export function commandAccount(dataDir: string): Account {
  const uid = process.getuid?.() ?? -1;
  if (uid !== 0) return { name: "", uid, gid: process.getgid?.() ?? -1, identity: {} };
  const taken = ownersOf(dataDir);
  const accounts = passwd();
  const nobody = accounts.find((each) => each.name === "nobody" && each.uid !== 0 && !taken.includes(each.uid));
  const chosen = nobody ?? { name: "", uid: unnamed, gid: unnamed };
  return { ...chosen, identity: { uid: chosen.uid, gid: chosen.gid } };
}

function ownersOf(dataDir: string): number[] {
  return [dataDir, dataDirAt(dataDir).postgres].flatMap((path) => statSync(path, { throwIfNoEntry: false })?.uid ?? []);
}
