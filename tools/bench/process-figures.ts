// What the kernel knows about a process.
import { readFileSync } from "node:fs";

const tickMs = 10;

/** Milliseconds of processor time that all its threads have used. */
export function cpuMs(pid: number): number {
  // After the name, which may hold anything, the fields are plain: user and system time are the 12th and 13th.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

export function residentMegabytes(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1]) / 1024;
}
