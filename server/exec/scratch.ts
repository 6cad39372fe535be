// A directory for one command. It belongs to the command's account and is removed afterwards.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, lchown, mkdir, mkdtemp, rm, rmdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "../db/embedded/account.ts";

/** A file that is in the directory before the command starts. */
export type PlacedFile =
  | { path: string; content: string | Uint8Array; isExecutable?: boolean | undefined }
  /** A symbolic link. */
  | { path: string; to: string };

export interface Scratch {
  path: string;
  /**
   * Puts a file into the directory before the command starts. Its path must not lead through a link, so links are
   * placed last.
   */
  put(file: PlacedFile): Promise<void>;
  /**
   * Puts a file outside the directory, readable by the command only, so that it is not among the command's working
   * files.
   */
  putBeside(content: string): Promise<string>;
  remove(): Promise<void>;
}

export async function makeScratch(account: Account): Promise<Scratch> {
  const isOther = account.identity.uid !== undefined;
  // Root's own temporary directory may be inaccessible to other accounts.
  const outer = await mkdtemp(join(isOther ? "/tmp" : tmpdir(), "quarterdeck-command-"));
  // Other accounts can enter the directory but not list it. If the server is root, only this run can enter it, because
  // it has its own group.
  await chmod(outer, isOther ? 0o710 : 0o711);
  if (isOther) await chown(outer, 0, account.gid);
  const path = join(outer, "work");
  await mkdir(path, { mode: 0o700 });
  const give = async (to: string, mode: number) => {
    await chmod(to, mode);
    if (isOther) await chown(to, account.uid, account.gid);
  };
  await give(path, 0o700);
  const beside: string[] = [];
  return {
    path,
    async put(file) {
      const folders = file.path.split("/").slice(0, -1);
      for (const [index] of folders.entries()) {
        const folder = join(path, ...folders.slice(0, index + 1));
        if (await mkdir(folder, { recursive: true })) await give(folder, 0o700);
      }
      const at = join(path, file.path);
      if ("to" in file) {
        await symlink(file.to, at);
        if (isOther) await lchown(at, account.uid, account.gid);
        return;
      }
      await writeFile(at, file.content, { mode: 0o600, flag: "wx" });
      await give(at, file.isExecutable ? 0o700 : 0o600);
    },
    async putBeside(content) {
      const file = join(outer, `file-${beside.length + 1}`);
      beside.push(file);
      await writeFile(file, content, { mode: 0o600, flag: "wx" });
      await give(file, 0o500);
      return file;
    },
    async remove() {
      for (const file of beside) await rm(file, { force: true });
      // Most commands leave no files.
      await rmdir(path).catch(async () => {
        await empty(path, account);
        await rmdir(path);
      });
      await rmdir(outer);
    },
  };
}

/**
 * Empties the directory with the command's account: as root, links that the command left could lead to files elsewhere.
 */
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
