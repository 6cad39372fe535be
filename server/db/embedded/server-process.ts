// One run of PostgreSQL's server, as a child of ours in a session of its own, so that a terminal's Ctrl-C does not reach
// it before we are ready. Its log comes to us line by line.
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { diskFull, saysDiskFull, type DataDir } from "../../data-dir.ts";
import type { Log } from "../../log.ts";
import { StartRefused } from "../../start-refused.ts";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { CHILD_ENVIRONMENT } from "./cluster.ts";

export interface ServerProcess {
  pid: number;
  isRunning: () => boolean;
  /** Resolves when it is gone, with a word on how. */
  ended: Promise<string>;
}

/** It ended before it took connections: what it said, and how it went. */
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
  /** It could not write, at any time. */
  onDiskFull: () => void;
  /** Gives up the start, also in the middle of a recovery. */
  signal: AbortSignal;
}

/** How long leftovers of a killed server may take to notice that they are alone, until a new one can start. */
const LEFTOVERS_MS = 15_000;

/** Starts the server and waits until it takes connections, however long recovery takes. */
export async function launch(options: Launch): Promise<ServerProcess> {
  const deadline = Date.now() + LEFTOVERS_MS;
  for (;;) {
    const attempt = await launchOnce(options);
    if ("pid" in attempt) return attempt;
    options.signal.throwIfAborted();
    const said = attempt.lines.join("\n");
    const blocked = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/i.test(said);
    if (blocked && Date.now() < deadline) {
      options.onProgress?.("waiting for the end of an earlier run");
      await sleep(100);
      continue;
    }
    if (saysDiskFull(said)) throw new StartRefused(diskFull(options.dir.path));
    throw new StartRefused(`PostgreSQL could not be started on ${options.dir.postgres}: ${reasonIn(attempt)}.`);
  }
}

function reasonIn({ lines, how }: FailedStart): string {
  const worst = lines.findLastIndex((line) => /^(FATAL|PANIC):/.test(line));
  // A bad settings file is named last; what is wrong in it stands before.
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
      // Until its settings are read, it puts the time and its process number before each line.
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
    // Not at "close": processes of the server may hold its log open for a while after it is gone.
    child.on("exit", (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
  });

/** PostgreSQL's words in our log. Its ordinary chatter is for those who look closely. */
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
