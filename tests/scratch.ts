// Where throw-away databases lie: in memory where there is room, because a database is two thousand files, and making
// them takes six times as long on a disk. Nothing here is about losing power; a killed process leaves the same behind.
import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
const enough = 4 * 1024 ** 3;

export function scratchFolder(): string {
  if (isRoomy()) return memory;
  // Root's own temporary folder may be closed to the account that runs PostgreSQL for it.
  return process.getuid?.() === 0 ? "/tmp" : tmpdir();
}

function isRoomy(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}
