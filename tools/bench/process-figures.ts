// Reads the CPU time and memory of a process from /proc.
import { readFileSync } from "node:fs";

const tickMs = 10;

/** Returns the CPU time of all threads, in milliseconds. */
export function cpuMs(pid: number): number {
  // The name may contain any character; the fields after it are plain. User and system time are the 12th and 13th.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

export const residentMegabytes = (pid: number): number => megabytesOf(pid, "VmRSS");

/**
 * Returns the memory that only this process uses, without the program itself and other shared files. The task manager of
 * Chromium shows this figure as the memory of a tab.
 */
export const privateMegabytes = (pid: number): number => megabytesOf(pid, "RssAnon") + megabytesOf(pid, "VmSwap");

function megabytesOf(pid: number, name: string): number {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  // A process that has ended has no memory until its parent collects it.
  if (!found) throw new Error(`Process ${pid} has ended.`);
  return Number(found[1]) / 1024;
}
