// A directory for one command, which belongs to whom the command runs as, and is gone afterwards.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "../db/embedded/account.ts";

export interface Scratch {
  path: string;
  remove(): Promise<void>;
}

export async function makeScratch(account: Account): Promise<Scratch> {
  const isOther = account.identity.uid !== undefined;
  // Root's own temporary directory may be closed to others.
  const outer = await mkdtemp(join(isOther ? "/tmp" : tmpdir(), "quarterdeck-command-"));
  // To be passed through, and not to be looked into.
  await chmod(outer, 0o711);
  const path = join(outer, "work");
  await mkdir(path, { mode: 0o700 });
  if (isOther) await chown(path, account.uid, account.gid);
  return {
    path,
    async remove() {
      // Most leave nothing behind.
      await rmdir(path).catch(async () => {
        await empty(path, account);
        await rmdir(path);
      });
      await rmdir(outer);
    },
  };
}

/** By its owner, with no more rights than his: what he left there must not lead us anywhere else. */
async function empty(path: string, account: Account): Promise<void> {
  const tidy = 'chmod -R u+rwX . 2>/dev/null; rm -rf -- "$PWD"/* "$PWD"/.[!.]* "$PWD"/..?*';
  const child = spawn("/bin/sh", ["-c", tidy], {
    cwd: path,
    env: { PATH: "/usr/bin:/bin" },
    stdio: "ignore",
    ...account.identity,
  });
  await once(child, "exit");
}
