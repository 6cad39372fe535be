// Creates folders on this machine: one that the operator allows, one that is not allowed, and one with files of known
// ages and sizes. They are not in memory, because files below /dev are never read.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function makeFolders() {
  const root = mkdtempSync("/tmp/quarterdeck-folders-");
  // When the tests run as root, files are read as the unprivileged account.
  chmodSync(root, 0o755);
  const [open, closed] = [join(root, "open"), join(root, "closed")];
  for (const folder of [open, closed, join(open, "two")]) mkdirSync(folder);
  writeFileSync(join(open, "one"), "");
  const files = join(root, "files");
  for (const name of ["dumps/monday", "dumps/tuesday"]) mkdirSync(join(files, name), { recursive: true });
  const hour = 3_600_000;
  const file = (name: string, size: number, hoursOld: number) => {
    const path = join(files, "dumps", name);
    writeFileSync(path, "x".repeat(size));
    const time = new Date(Date.now() - hoursOld * hour);
    utimesSync(path, time, time);
  };
  file("monday/db-1.gz", 1_000, 30);
  file("monday/db-2.gz", 2_000, 20);
  file("tuesday/db-3.gz", 3_000, 2);
  file("index.txt", 10, 1);
  /** One of the two subfolders cannot be read. */
  const mixed = join(root, "mixed");
  const unreadable = join(mixed, "closed");
  for (const folder of [join(mixed, "open"), unreadable]) mkdirSync(folder, { recursive: true });
  for (const name of ["open/a.txt", "closed/b.txt"]) writeFileSync(join(mixed, name), "x");
  chmodSync(unreadable, 0o000);
  const remove = () => {
    if (!existsSync(unreadable)) return;
    chmodSync(unreadable, 0o700);
    rmSync(root, { recursive: true, force: true });
  };
  return { files, open, closed, mixed, remove };
}
