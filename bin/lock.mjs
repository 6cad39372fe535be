// Lets only one preparation (install, runtime, build) run at a time per clone. The lock file identifies its holder
// by process id and start time. A holder that was killed, or whose id now belongs to another process, does not block.
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

/** The start time of a process as the system prints it; empty if the process does not exist. @param {number} pid */
function bornAt(pid) {
  try {
    if (process.platform === "linux") {
      // The start time is field 22 of stat. The command name before it may contain spaces and brackets, so fields are
      // counted from the last bracket.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
    }
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

/** @param {string} file */
function holderOf(file) {
  try {
    const text = readFileSync(file, "utf8");
    const [pid = "", born = ""] = text.split("\n");
    return { text, pid: Number(pid), alive: Number(pid) > 0 && born !== "" && bornAt(Number(pid)) === born };
  } catch {
    return undefined;
  }
}

/**
 * Removes the lock of a dead holder; puts it back if a live process took it in the meantime. @param {string} file
 * @param {string} seen
 */
function discard(file, seen) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") !== seen) linkSync(aside, file);
  } catch {
    // Another process removed the lock first.
  }
  rmSync(aside, { force: true });
}

/**
 * @template T
 * @param {string} file
 * @param {{ waiting?: (pid: number) => void }} options
 * @param {() => Promise<T> | T} work
 * @returns {Promise<T>}
 */
export async function alone(file, { waiting }, work) {
  mkdirSync(dirname(file), { recursive: true });
  const mine = `${process.pid}\n${bornAt(process.pid)}\n`;
  for (;;) {
    // The lock is written to a draft and linked into place, so that no process reads a half-written file.
    const draft = `${file}.new.${process.pid}`;
    writeFileSync(draft, mine);
    try {
      linkSync(draft, file);
      break;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    const holder = holderOf(file);
    if (holder && !holder.alive) discard(file, holder.text);
    else {
      if (holder) waiting?.(holder.pid);
      await sleep(200);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
