// The key file of a data directory: one key per line, newest first. It contains several keys only during a rotation.
import { randomBytes } from "node:crypto";
import { chmod, open, readFile, rename, stat, unlink } from "node:fs/promises";
import { StartRefused } from "#lib/process/start-refused.ts";

export const makeKey = () => randomBytes(32).toString("base64url");

/** Reads the keys, or creates the first key; only the owner can read the file. */
export async function readOrMakeKeys(file: string): Promise<string[]> {
  const existing = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new StartRefused(`The key file ${file} cannot be read (${error.code}). Make it readable by this user.`);
  });
  if (existing === undefined) {
    const keys = [makeKey()];
    await writeKeys(file, keys);
    return keys;
  }
  const keys = existing
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (keys.length === 0 || keys.some((key) => key.length < 32))
    throw new StartRefused(`The key file ${file} is damaged. Restore it from a backup.`);
  await chmod(file, 0o600);
  return keys;
}

/** Writes atomically and keeps the file's owner, because a command may run as a different user than the server. */
export async function writeKeys(file: string, keys: readonly string[]): Promise<void> {
  const before = await stat(file).catch(() => undefined);
  const draft = `${file}.${process.pid}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(keys.map((key) => `${key}\n`).join(""));
    if (before && before.uid !== process.getuid?.()) await handle.chown(before.uid, before.gid);
    await handle.sync();
    await rename(draft, file);
  } catch (error) {
    await unlink(draft).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
}
