// Runs a command that an operator configured. It does not get the server's environment, runs as an account without
// files, in its own directory, and has limits for time, output and memory. All its processes are killed when it exits.
import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Account } from "../db/embedded/account.ts";
import type { Env } from "../env/env.ts";
import type { Log } from "../log.ts";
import { commandAccount, ensureCommandAccount } from "./account.ts";
import { readLeftFiles, type LeftFiles } from "./left-files.ts";
import { countTasks, watchMemory, whileRunning } from "./process-family.ts";
import { claimRunGroup, type RunGroup } from "./run-group.ts";
import { makeScratch, type PlacedFile } from "./scratch.ts";

type Receiver = (piece: Buffer) => Promise<"stop" | void> | "stop" | void;

export interface Command {
  /** The program and its arguments, which no shell interprets. A short script is `["/bin/sh", "-c", script]`. */
  command: readonly [program: string, ...args: string[]];
  /** A script, whose path becomes the last argument. */
  script?: string | undefined;
  /** Files that are placed into the command's directory before it starts. They are read one at a time. */
  files?: Iterable<PlacedFile> | undefined;
  /** Patterns of the files to return after the run: `report.xml`, `logs/*.txt`, `**`. */
  wanted?: readonly string[] | undefined;
  /**
   * Variables in addition to the server's PATH and LANG, and to HOME and TMPDIR, which are the directory of the
   * command.
   */
  env?: Readonly<Record<string, string>> | undefined;
  /** Variables with the paths of placed files, by the paths of the files in the command's directory. */
  pathVariables?: Readonly<Record<string, string>> | undefined;
  /** A number is an open file of the server, which the command reads without access to its path. */
  input?: string | Uint8Array | number | undefined;
  /**
   * Receives stdout while the command runs, instead of collecting it. The command waits until the function is done with
   * a piece, and is stopped when the function returns "stop". The output limit applies to collected output only.
   */
  onStdout?: Receiver | undefined;
  /** Receives stderr in the same way. */
  onStderr?: Receiver | undefined;
  /** The program is known to start no other processes, so they are not searched for after the run. */
  isAlone?: true | undefined;
  /** Runs with the account of the server. Only for programs and arguments that no user chooses. */
  isTrusted?: true | undefined;
  /** The timeout. Default: 30 seconds. */
  timeoutMs?: number | undefined;
  /** The limit for stdout and stderr together. Default: 1 MiB. */
  maxOutputBytes?: number | undefined;
  /** The limit for the total memory of all processes of the command, measured ten times a second. Default: 512 MiB. */
  maxMemoryBytes?: number | undefined;
  /** The limit for processes and threads. Default: 128. */
  maxProcesses?: number | undefined;
  signal?: AbortSignal | undefined;
}

export type Ending =
  | { how: "exit"; code: number }
  | { how: "signal"; signal: string }
  /** The command was killed because it exceeded the limit, or because a receiver needs no more output. */
  | { how: "timeout" | "output" | "memory" | "stopped" };

export interface CommandResult {
  ending: Ending;
  /** The output, cut at the output limit. */
  stdout: string;
  stderr: string;
  /** The files that match `wanted`. */
  left?: LeftFiles | undefined;
}

export interface Exec {
  /**
   * Throws an ExecRefused if commands are disabled or this command cannot start, and the signal's reason when aborted.
   */
  run(command: Command): Promise<CommandResult>;
}

export class ExecRefused extends Error {
  override readonly name = "ExecRefused";
}

const mebibyte = 1024 * 1024;

type Surroundings = { env: Pick<Env, "allowExec" | "dataDir" | "commandEnvironment">; log: Pick<Log, "warn"> };

export const createExec = ({ env, log }: Surroundings): Exec => ({
  async run(command) {
    if (!env.allowExec)
      throw new ExecRefused("Commands are disabled on this server. The operator can set ALLOW_EXEC=true.");
    refuseOdd(command);
    await ensureCommandAccount(log);
    command.signal?.throwIfAborted();
    const group = process.getuid?.() === 0 && !command.isTrusted ? claimRunGroup() : undefined;
    const account = command.isTrusted ? ownAccount() : inGroup(commandAccount(env.dataDir), group);
    const scratch = await makeScratch(account).catch((error: unknown) => {
      group?.release();
      throw error;
    });
    try {
      const paths = Object.entries(command.pathVariables ?? {}).map(([name, path]) => [name, join(scratch.path, path)]);
      const environment = {
        ...env.commandEnvironment,
        HOME: scratch.path,
        TMPDIR: scratch.path,
        ...Object.fromEntries(paths),
        ...command.env,
      };
      for (const file of command.files ?? []) {
        command.signal?.throwIfAborted();
        await scratch.put(file);
      }
      const script = command.script === undefined ? [] : [await scratch.putBeside(command.script)];
      const words: Command["command"] = [...command.command, ...script];
      const result = await runIn(scratch.path, {
        command: { ...command, command: words },
        account,
        environment,
        gid: group?.gid,
      });
      if (!command.wanted) return result;
      return { ...result, left: await readLeftFiles(scratch.path, { owner: account.uid, wanted: command.wanted }) };
    } finally {
      await scratch.remove().catch((error: unknown) => {
        log.warn({ err: error, path: scratch.path }, "the directory of a command could not be removed");
      });
      group?.release();
    }
  },
});

const ownAccount = (): Account => ({
  name: "",
  uid: process.getuid?.() ?? -1,
  gid: process.getgid?.() ?? -1,
  identity: {},
});

const inGroup = (account: Account, group: RunGroup | undefined): Account =>
  group ? { ...account, gid: group.gid, identity: { ...account.identity, gid: group.gid } } : account;

function refuseOdd({ command, env = {} }: Command): void {
  if (command[0] === "" || command.some((part) => part.includes("\0")))
    throw new ExecRefused("The command is empty or contains a NUL character.");
  const odd = Object.entries(env).find(([name, value]) => !/^[A-Za-z_]\w*$/.test(name) || value.includes("\0"));
  if (odd) throw new ExecRefused(`${JSON.stringify(odd[0])} cannot be the name of an environment variable.`);
}

interface Running {
  command: Command;
  account: Account;
  environment: Record<string, string>;
  /** The group id that belongs to this run alone. */
  gid: number | undefined;
}

async function runIn(cwd: string, { command, account, environment, gid }: Running): Promise<CommandResult> {
  const { maxOutputBytes = mebibyte, maxMemoryBytes = 512 * mebibyte, timeoutMs = 30_000, signal } = command;
  const marked = { name: "QUARTERDECK_COMMAND", value: randomUUID() };
  const child = spawn("/bin/sh", ["-c", await limits(command, account.uid), "sh", ...command.command], {
    cwd,
    env: { ...environment, [marked.name]: marked.value },
    stdio: [typeof command.input === "number" ? command.input : "pipe", "pipe", "pipe"],
    // The command gets a new process group, so that the whole group can be killed.
    detached: true,
    ...account.identity,
  });
  const ended = endOf(child);
  if (child.pid === undefined) throw await ended.catch((error: unknown) => error);
  const family = { uid: account.uid, group: child.pid, mark: `${marked.name}=${marked.value}`, gid };

  let stopped: "timeout" | "output" | "memory" | "stopped" | "aborted" | undefined;
  const stop = (why: typeof stopped) => {
    stopped ??= why;
    child.kill("SIGKILL");
  };
  const onAbort = () => {
    stop("aborted");
    // A receiver may still have to read much of the output of a command that has ended.
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  const deadline = setTimeout(() => stop("timeout"), timeoutMs);
  // A trusted program is known to use little memory, and may run for a long time.
  const stopWatch = command.isTrusted ? () => {} : watchMemory(family, maxMemoryBytes, () => stop("memory"));
  const receivers = { stdout: command.onStdout, stderr: command.onStderr };
  const passing = streamNames.flatMap((name) => {
    const receiver = receivers[name];
    return receiver ? [passOn(child[name]!, receiver, () => stop("stopped"))] : [];
  });
  const output = collect(child, {
    names: streamNames.filter((name) => !receivers[name]),
    maxBytes: maxOutputBytes,
    onTooMuch: () => stop("output"),
    isBusy: () => passing.map(({ wasBusy }) => wasBusy()).includes(true),
  });
  // A command that does not read its input may already have closed the pipe.
  child.stdin?.on("error", () => {}).end(typeof command.input === "number" ? "" : (command.input ?? ""));

  try {
    const ending = await whileRunning(family, () => ended, { isAlone: command.isAlone ?? false });
    await Promise.all([output.done(), ...passing.map(({ done }) => done)]);
    if (stopped === "aborted") throw signal?.reason;
    return { ending: stopped === undefined ? ending : { how: stopped }, ...output.texts() };
  } finally {
    clearTimeout(deadline);
    stopWatch();
    signal?.removeEventListener("abort", onAbort);
  }
}

/**
 * Renders shell commands that set the limits. The shell then executes the command. A stricter limit that is already set
 * cannot be raised and stays.
 */
async function limits(command: Command, uid: number): Promise<string> {
  const { maxMemoryBytes = 512 * mebibyte, maxProcesses = 128, isAlone = false } = command;
  const wanted = [
    "-c 0",
    "-n 1024",
    // The limit is in blocks of 512 bytes: a file can be no larger than the allowed memory.
    `-f ${Math.ceil(maxMemoryBytes / 512)}`,
  ].map((limit) => `ulimit ${limit} 2>/dev/null`);
  if (process.platform === "linux" && !isAlone) {
    const tasks = (await countTasks(uid)) + maxProcesses;
    // Shells use different letters for this limit.
    wanted.push(`ulimit -u ${tasks} 2>/dev/null || ulimit -p ${tasks} 2>/dev/null`);
  }
  // If the machine runs out of memory between two measurements, the kernel kills the command rather than the database.
  if (process.platform === "linux") wanted.push("echo 1000 2>/dev/null >/proc/self/oom_score_adj");
  return `${wanted.join("; ")}; exec "$@"`;
}

function endOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new ExecRefused("The command could not be started.", { cause: error })));
    child.once("exit", (code, signal) =>
      resolve(code === null ? { how: "signal", signal: signal ?? "" } : { how: "exit", code }),
    );
  });
}

interface Passing {
  done: Promise<void>;
  /** Whether the receiver got or processed a piece of output since the last call. */
  wasBusy(): boolean;
}

/** Passes a stream on, piece by piece. The rest is discarded after "stop" or an error of the receiver. */
function passOn(stream: Readable, receiver: Receiver, stop: () => void): Passing {
  let isWorking = false;
  let hasWorked = false;
  const pass = async () => {
    try {
      for await (const piece of stream) {
        isWorking = hasWorked = true;
        if ((await receiver(piece as Buffer)) === "stop") break;
        isWorking = false;
      }
    } catch (error) {
      // The stream was closed because a process that outlived the command kept it open, or because the run was aborted.
      if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    } finally {
      isWorking = false;
      if (!stream.readableEnded) stop();
      stream.on("error", () => {}).destroy();
    }
  };
  const done = pass();
  // An error of the receiver is thrown after the command has ended.
  done.catch(() => {});
  return {
    done,
    wasBusy() {
      const was = isWorking || hasWorked;
      hasWorked = false;
      return was;
    },
  };
}

const streamNames = ["stdout", "stderr"] as const;

interface Collecting {
  names: readonly ("stdout" | "stderr")[];
  maxBytes: number;
  onTooMuch: () => void;
  /** Whether receivers still read the other streams. */
  isBusy: () => boolean;
}

/** Collects the streams up to the limit that they share. */
function collect(child: ChildProcess, { names, maxBytes, onTooMuch, isBusy }: Collecting) {
  const pieces: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
  let left = maxBytes;
  const closed = streamNames.map((name) => new Promise((resolve) => child[name]!.once("close", resolve)));
  for (const name of names)
    child[name]!.on("data", (piece: Buffer) => {
      if (left > 0) pieces[name].push(piece.subarray(0, left));
      left -= piece.length;
      if (left < 0) onTooMuch();
    });
  return {
    /** A surviving process may keep the streams open forever, so they are closed after a second without output. */
    async done() {
      const timer = setInterval(() => {
        if (isBusy()) return;
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, 1_000);
      await Promise.all(closed);
      clearInterval(timer);
    },
    texts: () => ({
      stdout: Buffer.concat(pieces.stdout).toString("utf8"),
      stderr: Buffer.concat(pieces.stderr).toString("utf8"),
    }),
  };
}
