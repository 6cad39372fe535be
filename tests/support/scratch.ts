// Chooses the folder for throw-away databases. It is in memory if there is room, because a database has two thousand
// files, and creating them takes six times as long on a disk. No test simulates a power failure, and after a killed
// process the files in memory are the same as on a disk.
import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
const minFreeBytes = 4 * 1024 ** 3;

export function scratchFolder(): string {
  if (isRoomy()) return memory;
  // If root runs the tests, PostgreSQL uses another account, which may not be able to enter root's temporary folder.
  return process.getuid?.() === 0 ? "/tmp" : tmpdir();
}

function isRoomy(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= minFreeBytes;
  } catch {
    return false;
  }
}
