// A group id for one run, as root. A process cannot leave it, whatever it does to its session, its parents or its environment:
// it says to which run a process belongs. It also closes the directory of a run to other runs of the same account.
import { mkdirSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Of a range that neither distributions nor systemd hand out, and that containers with 65,536 ids have. */
const range = { from: 60_706, to: 60_976 };

export interface RunGroup {
  gid: number;
  release(): void;
}

/** Where processes on this machine agree on who has which. */
const places = ["/run/quarterdeck-exec", "/tmp/quarterdeck-exec"];

/** Undefined where none is free, or where no place can be kept for them. */
export function claimRunGroup(): RunGroup | undefined {
  const place = places.find(isOurs);
  if (place === undefined) return undefined;
  const count = range.to - range.from + 1;
  // Anywhere, so that what a run left elsewhere is not at once another one's.
  const first = Math.floor(Math.random() * count);
  for (let index = 0; index < count; index += 1) {
    const gid = range.from + ((first + index) % count);
    const claim = join(place, String(gid));
    if (isClaimed(claim)) return { gid, release: () => rmSync(claim, { force: true }) };
  }
  return undefined;
}

/** Kept by root, and closed to everybody else. */
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

/** By a process that was killed. */
function isLeftBehind(claim: string): boolean {
  try {
    process.kill(Number(readFileSync(claim, "utf8")), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
