// Runs the PostgreSQL server as a child process in its own session, so that Ctrl-C in a terminal does not reach it
// before we stop it. We read its log line by line.
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { diskFull, saysDiskFull, type DataDir } from "../../data-dir/data-dir.ts";
import type { Log } from "../../log.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { CHILD_ENVIRONMENT } from "./cluster.ts";

export interface ServerProcess {
  pid: number;
  isRunning: () => boolean;
  /** Resolves with the exit reason when the process has exited. */
  ended: Promise<string>;
}

/** The server exited before it accepted connections: its output and exit reason. */
interface FailedStart {
  lines: string[];
  how: string;
}

interface Launch {
  dir: DataDir;
  binaries: Binaries;
  account: Account;
  configFile: string;
  log: Log;
  onProgress?: ((text: string) => void) | undefined;
  /** Called whenever the server reports a full disk. */
  onDiskFull: () => void;
  /** Aborts the start, even during a recovery. */
  signal: AbortSignal;
}

/** The time that remaining processes of a killed server may take to exit before a new server can start. */
const ORPHANS_TIMEOUT_MS = 15_000;

/** Starts the server and waits until it accepts connections, however long recovery takes. */
export async function launch(options: Launch): Promise<ServerProcess> {
  const deadline = Date.now() + ORPHANS_TIMEOUT_MS;
  for (;;) {
    const attempt = await launchOnce(options);
    if ("pid" in attempt) return attempt;
    options.signal.throwIfAborted();
    const output = attempt.lines.join("\n");
    const blocked = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/i.test(output);
    if (blocked && Date.now() < deadline) {
      options.onProgress?.("waiting for an earlier process to exit");
      await sleep(100);
      continue;
    }
    if (saysDiskFull(output)) throw new StartRefused(diskFull(options.dir.path));
    throw new StartRefused(`PostgreSQL could not be started on ${options.dir.postgres}: ${reasonIn(attempt)}.`);
  }
}

function reasonIn({ lines, how }: FailedStart): string {
  const worst = lines.findLastIndex((line) => /^(FATAL|PANIC):/.test(line));
  // The last line contains the name of an invalid settings file; the line before it contains the error.
  const from = /contains errors/.test(lines[worst] ?? "") ? worst - 1 : worst;
  return (
    lines
      .slice(from, worst + 1)
      .map((line) => line.replace(/^[A-Z]+:\s+/, ""))
      .join("; ") || how
  );
}

async function launchOnce({
  dir,
  binaries,
  account,
  configFile,
  log,
  onProgress,
  onDiskFull,
  signal,
}: Launch): Promise<ServerProcess | FailedStart> {
  const child = spawn(binaries.postgres, ["-D", dir.postgres, "-c", `config_file=${configFile}`], {
    cwd: "/",
    env: CHILD_ENVIRONMENT,
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
    ...account.identity,
  });
  const ended = endOf(child);
  const lines: string[] = [];
  let ready = false;
  const becameReady = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on("line", (raw) => {
      // Until the server has read its settings, each line starts with the time and the process id.
      const line = raw.replace(/^\S+ \S+ \S+ \[\d+\] /, "");
      if (!ready && lines.push(line) > 50) lines.shift();
      if (line.includes("ready to accept connections")) {
        ready = true;
        resolve();
      }
      if (/automatic recovery in progress|redo starts|syncing data directory/.test(line)) onProgress?.("recovering");
      if (saysDiskFull(line)) onDiskFull();
      relay(line, log);
    });
  });
  const giveUp = () => child.kill("SIGQUIT");
  signal.addEventListener("abort", giveUp);
  const how = await Promise.race([becameReady, ended]);
  signal.removeEventListener("abort", giveUp);
  if (how !== undefined) return { lines, how };
  return { pid: child.pid!, isRunning: () => child.exitCode === null && child.signalCode === null, ended };
}

const endOf = (child: ChildProcess) =>
  new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    // The event "close" is not used, because child processes of the server may hold its log open after it has exited.
    child.on("exit", (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
  });

/** Writes PostgreSQL's output to the server log, with routine messages at debug level. */
function relay(line: string, log: Log): void {
  const [, level = "LOG", text = line] = /^([A-Z]+):\s+(.*)$/.exec(line) ?? [];
  const ordinary = level !== "PANIC" && !/terminated by signal|No space left/.test(text);
  if (
    ordinary &&
    (level !== "FATAL" || /administrator command|connection to client lost|starting up|shutting down/.test(text))
  )
    log.debug({ component: "postgres" }, text);
  else log[level === "PANIC" ? "error" : "warn"]({ component: "postgres" }, text);
}
