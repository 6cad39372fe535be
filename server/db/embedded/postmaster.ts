// Reads PostgreSQL's record of the process that runs a cluster (postmaster.pid), and stops such a process if it
// outlived Quarterdeck.
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartRefused } from "#lib/process/start-refused.ts";

export interface Postmaster {
  pid: number;
  socketDir: string;
  port: number;
}

/** Reads `postmaster.pid`: process, directory, start time, port and socket directory, one per line. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const [pid, , , port, socketDir] = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    if (!(Number(pid) > 0)) return undefined;
    return { pid: Number(pid), port: Number(port), socketDir: socketDir ?? "" };
  } catch {
    return undefined;
  }
}

/** Whether the process is a PostgreSQL on this cluster, and not a different process with a reused id. */
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
 * Prepares a cluster for a new start. It stops a PostgreSQL process that kept running when Quarterdeck was killed, and
 * removes the pid file if its id now belongs to a different process, because PostgreSQL would otherwise refuse to
 * start. PostgreSQL itself checks the shared memory for remaining processes.
 */
export async function removeOrphan(cluster: string, { onOrphan }: { onOrphan: (pid: number) => void }): Promise<void> {
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
 * Tries a fast shutdown first (sessions are disconnected, everything is written), then an immediate shutdown (the next
 * start recovers from the WAL), and finally SIGKILL.
 */
export async function endProcess(
  pid: number,
  isThere: () => boolean,
  { withinMs }: { withinMs: number },
): Promise<void> {
  const startedAt = Date.now();
  for (const [signal, share] of [
    ["SIGINT", 0.6],
    ["SIGQUIT", 0.85],
    ["SIGKILL", 1.5],
  ] as const) {
    signalTo(pid, signal);
    while (Date.now() - startedAt < withinMs * share) {
      if (!isThere()) return;
      await sleep(10);
    }
  }
  throw new StartRefused(`PostgreSQL (process ${pid}) did not stop. Stop it manually, then start Quarterdeck again.`);
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already exited.
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
