// Runs the programs that do the proving: output kept, progress passed on, and nothing left behind when we are stopped.
import { spawn, type ChildProcess } from "node:child_process";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { repository } from "#server/repository.ts";
import { descendantsOf, isRunning } from "./descendants.ts";

export interface Command {
  /** A program on the path, or of ours by its path in the repository (`node_modules/…`, `*.ts`), run by this Node. */
  run: readonly string[];
  env?: Record<string, string>;
  /** Lines that a person who waits wants to see as they come. */
  progress?: RegExp;
}

export interface Outcome {
  /** Null when a signal ended it. */
  code: number | null;
  output: string;
}

const running = new Set<ChildProcess>();
let isStopping = false;

export async function runCommand({ run, env = {}, progress }: Command): Promise<Outcome> {
  if (isStopping) return untilWeExit();
  const [program = "", ...args] = run;
  const ours = /^(?:node_modules|tools|bin)\//.test(program);
  const node = ["--disable-warning=ExperimentalWarning", join(repository, program)];
  const child = spawn(ours ? process.execPath : program, ours ? [...node, ...args] : args, {
    cwd: repository,
    env: { ...process.env, PATH: programs(), NO_COLOR: "1", FORCE_COLOR: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that stopping reaches the workers of its workers too.
    detached: true,
  });
  running.add(child);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      if (progress?.test(line)) console.log(`    ${line.trim()}`);
    });
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      lines.push(error.message);
      resolve(1);
    });
    // Who outlives its parent would hold our pipe, and our machine.
    child.once("exit", () => signalGroup(child, "SIGKILL"));
    child.once("close", resolve);
  });
  running.delete(child);
  if (isStopping) return untilWeExit();
  return { code, output: lines.join("\n") };
}

/** Whoever waits for a command that was stopped has nothing left to say. */
const untilWeExit = () => new Promise<never>(() => {});

/** So that a test that starts `node` gets the one we run on, whatever the machine's is. */
const programs = () => [join(process.execPath, ".."), process.env["PATH"] ?? ""].join(delimiter);

/** Ends everything that runs, by asking and after five seconds by force; resolves when it is gone. */
async function stopCommands(): Promise<void> {
  isStopping = true;
  // Looked up now: once their parents are gone nobody can tell whose they were.
  const below = descendantsOf(process.pid);
  const isAlive = () => running.size > 0 || below.some(isRunning);
  for (const child of running) signalGroup(child, "SIGINT");
  for (const { signal, afterMs } of endings) {
    await until(() => !isAlive(), afterMs);
    for (const pid of below) signalProcess(pid, signal);
  }
  await until(() => !isAlive(), 1_000);
}

/** First whoever ended on the first word, then those that nobody told, then the deaf. */
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
    // It ended in this moment.
  }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // Nobody is left in it.
  }
}

/** Stops everything on the first signal, and when the starter above us is gone. */
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
  // The channel to the starter must not keep us alive once the work is done.
  process.channel?.unref();
}
