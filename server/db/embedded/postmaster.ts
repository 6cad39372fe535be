// PostgreSQL's own record of the process that runs a cluster, and how to end a process that outlived Quarterdeck.
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartRefused } from "../../start-refused.ts";

export interface Postmaster {
  pid: number;
  socketDir: string;
  port: number;
}

/** Reads `postmaster.pid`: process, directory, start time, port, socket directory, one a line. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const [pid, , , port, socketDir] = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    if (!(Number(pid) > 0)) return undefined;
    return { pid: Number(pid), port: Number(port), socketDir: socketDir ?? "" };
  } catch {
    return undefined;
  }
}

/** Whether that process is a PostgreSQL on that cluster, and not one that was given the same number later. */
function isPostmasterOf(pid: number, cluster: string): boolean {
  try {
    if (process.platform === "linux") {
      const program = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      return /\bpostgres\b/.test(program) && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    }
    const program = execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
    return /\bpostgres\b/.test(program) && program.includes(cluster);
  } catch {
    return false;
  }
}

/**
 * Makes way for a new start on a cluster that nobody holds: ends a PostgreSQL that lived on when Quarterdeck was
 * killed, and removes its record when that process number now belongs to somebody else (PostgreSQL would take it for
 * its own and refuse; against leftovers of its own it still has the shared memory to look at).
 */
export async function clearTheWay(cluster: string, { onOrphan }: { onOrphan: (pid: number) => void }): Promise<void> {
  const found = readPostmaster(cluster);
  if (!found) return;
  if (isPostmasterOf(found.pid, cluster)) {
    onOrphan(found.pid);
    await endProcess(found.pid, () => isPostmasterOf(found.pid, cluster), { withinMs: 10_000 });
  } else if (isAlive(found.pid)) {
    rmSync(join(cluster, "postmaster.pid"), { force: true });
  }
}

/**
 * Fast shutdown first (sessions are cut, everything is written); when that takes too long, immediate shutdown (the next
 * start recovers from the log); at last by force.
 */
export async function endProcess(
  pid: number,
  isThere: () => boolean,
  { withinMs }: { withinMs: number },
): Promise<void> {
  const begun = Date.now();
  for (const [signal, share] of [
    ["SIGINT", 0.6],
    ["SIGQUIT", 0.85],
    ["SIGKILL", 1.5],
  ] as const) {
    signalTo(pid, signal);
    while (Date.now() - begun < withinMs * share) {
      if (!isThere()) return;
      await sleep(10);
    }
  }
  throw new StartRefused(`PostgreSQL (process ${pid}) does not end. End it yourself and start again.`);
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
