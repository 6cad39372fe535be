// Two folders of this machine, of which an operator may allow one. Not in memory: what is below /dev is never read.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function makeFolders() {
  const root = mkdtempSync("/tmp/quarterdeck-folders-");
  // As root, what the unprivileged account may read is the measure.
  chmodSync(root, 0o755);
  const [open, closed] = [join(root, "open"), join(root, "closed")];
  for (const folder of [open, closed, join(open, "two")]) mkdirSync(folder);
  writeFileSync(join(open, "one"), "");
  return { open, closed, remove: () => rmSync(root, { recursive: true, force: true }) };
}
