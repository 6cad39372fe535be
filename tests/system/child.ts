// Runs a program of this repository in its own process, reads its output lines, and stops the process after the test
// file.
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { createInterface } from "node:readline";
import { afterAll } from "vitest";
import { waitMs } from "../support/time-limits.ts";

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The environment of a shell, without the variables of the tests. The compile cache may be shared. */
export const plainEnvironment: NodeJS.ProcessEnv = Object.fromEntries(
  ["PATH", "HOME", "NODE_COMPILE_CACHE"].map((name) => [name, process.env[name]]),
);

export class Child {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  readonly errors: string[] = [];
  readonly lines: string[] = [];
  readonly #process: ChildProcess;
  readonly #waiting = new Set<() => void>();

  constructor(
    command: string,
    args: string[],
    options: { env?: NodeJS.ProcessEnv; cwd?: string; uid?: number; gid?: number },
  ) {
    this.#process = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], detached: true, ...options });
    this.pid = this.#process.pid ?? -1;
    let over = false;
    this.ended = new Promise((resolve, reject) => {
      this.#process.on("error", reject);
      this.#process.on("close", (code, signal) => {
        over = true;
        this.#wake();
        resolve({ code, signal });
      });
    });
    this.isOver = () => over;
    for (const [stream, into] of [
      [this.#process.stdout, this.lines],
      [this.#process.stderr, this.errors],
    ] as const) {
      if (!stream) continue;
      createInterface({ input: stream }).on("line", (line) => {
        into.push(line);
        this.#wake();
      });
    }
    children.add(this);
  }

  readonly isOver: () => boolean;

  #wake(): void {
    for (const look of this.#waiting) look();
  }

  /**
   * Returns the first result that `look` finds in past or future lines; fails if the process exits without a result.
   */
  async until<T>(what: string, look: (lines: readonly string[]) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = look(this.lines);
        if (found === undefined && !this.isOver()) return;
        this.#waiting.delete(check);
        if (found !== undefined) resolve(found);
        else
          reject(
            new Error(`the process ended without "${what}":\n${[...this.lines.slice(-20), ...this.errors].join("\n")}`),
          );
      };
      this.#waiting.add(check);
      check();
    });
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal);
  }

  /** Kills the process and its whole group, which simulates a power failure. */
  killGroup(): void {
    try {
      process.kill(-this.pid, "SIGKILL");
    } catch {
      // All processes of the group have already exited.
    }
  }
}

const children = new Set<Child>();

afterAll(async () => {
  for (const child of children) {
    child.killGroup();
    await child.ended.catch(() => {});
  }
  children.clear();
});

/**
 * Returns every process whose working directory is this one or below it: all PostgreSQL processes work in their
 * cluster.
 */
export function processesIn(directory: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const at = readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, "");
        return (
          (at === directory || at.startsWith(`${directory}/`)) &&
          !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
        );
      } catch {
        return false;
      }
    });
}

export async function waitFor(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = waitMs,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`timed out waiting for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
