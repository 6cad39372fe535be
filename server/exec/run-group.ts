// Claims a group id for one run, if the server runs as root. A process cannot leave its group by changing its session,
// parent or environment, so the group id identifies the run of a process. It also hides the directory of a run from
// other runs of the same account.
import { mkdirSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Distributions and systemd do not assign ids of this range. Containers with 65,536 ids include the range. */
const range = { from: 60_706, to: 60_976 };

export interface RunGroup {
  gid: number;
  release(): void;
}

/** Folders with one claim file per group id, shared by all Quarterdeck processes of the machine. */
const places = ["/run/quarterdeck-exec", "/tmp/quarterdeck-exec"];

/** Returns undefined if all ids are in use, or if the folder for the claims cannot be created. */
export function claimRunGroup(): RunGroup | undefined {
  const place = places.find(isOurs);
  if (place === undefined) return undefined;
  const count = range.to - range.from + 1;
  // The search starts at a random id, so that files left by a run do not immediately belong to the next run.
  const first = Math.floor(Math.random() * count);
  for (let index = 0; index < count; index += 1) {
    const gid = range.from + ((first + index) % count);
    const claim = join(place, String(gid));
    if (isClaimed(claim)) return { gid, release: () => rmSync(claim, { force: true }) };
  }
  return undefined;
}

/** Whether the folder is owned by root and inaccessible to other accounts. */
function isOurs(place: string): boolean {
  try {
    mkdirSync(place, { mode: 0o700, recursive: true });
    const stats = lstatSync(place);
    return stats.isDirectory() && stats.uid === 0 && (stats.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

function isClaimed(claim: string): boolean {
  for (const isLast of [false, true]) {
    try {
      writeFileSync(claim, String(process.pid), { flag: "wx", mode: 0o600 });
      return true;
    } catch {
      if (isLast || !isLeftBehind(claim)) return false;
      rmSync(claim, { force: true });
    }
  }
  return false;
}

/** Whether the process that claimed the id was killed. */
function isLeftBehind(claim: string): boolean {
  try {
    process.kill(Number(readFileSync(claim, "utf8")), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
