// Runs programs for the tests: keeps their output, prints progress, and leaves no process behind when it is stopped.
import { spawn, type ChildProcess } from "node:child_process";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { repository } from "#lib/load/repository.ts";
import { descendantsOf, isRunning } from "./descendants.ts";

export interface Command {
  /** A program on the PATH, or a file of the repository (`node_modules/…`, `*.ts`), which is run by this Node. */
  run: readonly string[];
  env?: Record<string, string>;
  /** Lines to print while the program runs. */
  progress?: RegExp;
  /** The program writes to the terminal itself. */
  isShown?: boolean;
}

export interface Outcome {
  /** The exit code; null if a signal terminated the program. */
  code: number | null;
  output: string;
}

const running = new Set<ChildProcess>();
let isStopping = false;

export async function runCommand({ run, env = {}, progress, isShown = false }: Command): Promise<Outcome> {
  if (isStopping) return untilWeExit();
  const [program = "", ...args] = run;
  const ours = /^(?:node_modules|tools|bin)\//.test(program);
  const node = ["--disable-warning=ExperimentalWarning", join(repository, program)];
  const child = spawn(ours ? process.execPath : program, ours ? [...node, ...args] : args, {
    cwd: repository,
    env: { ...process.env, PATH: programs(), ...(isShown ? {} : { NO_COLOR: "1", FORCE_COLOR: "0" }), ...env },
    stdio: isShown ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    // The program has a separate process group, so that a signal also reaches its grandchildren.
    detached: true,
  });
  running.add(child);
  const lines: string[] = [];
  for (const stream of isShown ? [] : [child.stdout!, child.stderr!])
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      if (progress?.test(line)) console.log(`    ${line.trim()}`);
    });
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      lines.push(error.message);
      resolve(1);
    });
    // Processes that outlive their parent would keep the pipe open.
    child.once("exit", () => signalGroup(child, "SIGKILL"));
    child.once("close", resolve);
  });
  running.delete(child);
  if (isStopping) return untilWeExit();
  return { code, output: lines.join("\n") };
}

/** The promise of a stopped command never resolves, so that its caller does not continue. */
const untilWeExit = () => new Promise<never>(() => {});

/** Puts this Node first on the PATH, so that tests that start `node` use it. */
const programs = () => [join(process.execPath, ".."), process.env["PATH"] ?? ""].join(delimiter);

/** Terminates all running commands, by force after five seconds; resolves when they have exited. */
async function stopCommands(): Promise<void> {
  isStopping = true;
  // The descendants are looked up now, because they can no longer be found once their parents have exited.
  const below = descendantsOf(process.pid);
  const isAlive = () => running.size > 0 || below.some(isRunning);
  for (const child of running) signalGroup(child, "SIGINT");
  for (const { signal, afterMs } of endings) {
    await until(() => !isAlive(), afterMs);
    for (const pid of below) signalProcess(pid, signal);
  }
  await until(() => !isAlive(), 1_000);
}

/** SIGINT to the groups comes first; SIGTERM and SIGKILL are for descendants that remain. */
const endings = [
  { signal: "SIGTERM", afterMs: 1_500 },
  { signal: "SIGKILL", afterMs: 5_000 },
] as const;

async function until(holds: () => boolean, mostMs: number): Promise<void> {
  const deadline = performance.now() + mostMs;
  while (!holds() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    if (isRunning(pid)) process.kill(pid, signal);
  } catch {
    // The process has just exited.
  }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The process group is empty.
  }
}

/** Stops everything on the first signal, and when the parent process exits. */
export function stopOnSignals(): void {
  const stop = (code: number) => {
    if (isStopping) return;
    console.log("\nStopping.");
    void stopCommands().then(() => process.exit(code));
  };
  process.on("SIGINT", () => stop(130));
  process.on("SIGTERM", () => stop(143));
  process.on("SIGHUP", () => stop(129));
  process.on("disconnect", () => stop(143));
  // The IPC channel must not keep this process alive after the work.
  process.channel?.unref();
}
