// Runs journalctl. For the journal of this machine it runs under the server's account, because other accounts cannot
// read the journal. Users cannot choose the program or its options, only values after `FIELD=`. Journal files in a
// directory are read under the account for commands.
import { ExecRefused, type CommandResult } from "#server/exec/run-command.ts";
import { FileRefused } from "#server/files/allowed-files.ts";
import { LineSplitter } from "../../lines/line-splitter.ts";
import type { RawLine, ReaderRun } from "../../source/reader.ts";
import type { Tail } from "../../source/tails.ts";
import { outputFields, readEntry } from "./entry.ts";

export type JournalRun = Pick<ReaderRun, "exec" | "signal" | "files"> & { directory: string | undefined };

const maxLineBytes = 1024 * 1024;
const maxMs = 60_000;
/** A tail ends before this time; the caller then starts another tail. */
const maxTailMs = 60 * 60_000;

const options = ["--no-pager", "--quiet", "--all", `--output-fields=${outputFields.join(",")}`];

/** Returns the output, or passes it to `onLine` line by line. */
export async function journalctl(
  run: JournalRun,
  args: readonly string[],
  onLine?: (line: string) => Promise<"stop" | undefined> | "stop" | undefined,
  timeoutMs = maxMs,
): Promise<string> {
  // Throws if the directory is not readable.
  if (run.directory !== undefined) await run.files.list(run.directory);
  const splitter = new LineSplitter(maxLineBytes);
  const place = run.directory === undefined ? [] : [`--directory=${run.directory}`];
  const result = await run.exec.run({
    command: ["journalctl", ...options, ...place, ...args],
    env: { LC_ALL: "C.UTF-8", SYSTEMD_COLORS: "0" },
    isAlone: true,
    ...(run.directory === undefined && { isTrusted: true as const }),
    maxOutputBytes: 8 * 1024 * 1024,
    timeoutMs,
    signal: run.signal,
    ...(onLine && {
      async onStdout(piece: Buffer) {
        for (const line of splitter.push(piece)) if ((await onLine(line)) === "stop") return "stop" as const;
        return undefined;
      },
    }),
  });
  refuseFailure(result);
  return result.stdout;
}

function refuseFailure({ ending, stderr }: CommandResult): void {
  if (ending.how === "stopped" || (ending.how === "exit" && ending.code === 0)) return;
  if (ending.how === "timeout") return;
  if (ending.how === "exit" && ending.code === 127)
    throw new ExecRefused("This machine has no journalctl, so its journal cannot be read.");
  const reason = stderr.trim().split("\n").at(-1) ?? "";
  // Without a match, some versions exit with 1 and print nothing.
  if (ending.how === "exit" && ending.code === 1 && reason === "") return;
  throw new FileRefused(`The journal cannot be read: ${reason || `journalctl exited with ${JSON.stringify(ending)}`}`);
}

/** Yields new entries. The program waits until the caller takes them. */
export async function* followJournal(
  run: JournalRun,
  args: readonly string[],
  isWanted: (line: RawLine) => boolean,
): Tail {
  const ended = new AbortController();
  const signal = AbortSignal.any([run.signal, ended.signal]);
  let arrived = Promise.withResolvers<RawLine[]>();
  let taken = Promise.withResolvers<void>();
  let batch: RawLine[] = [];
  let failure: { error: unknown } | undefined;
  const running = journalctl(
    { ...run, signal },
    ["--output=json", "--follow", ...args],
    async (text) => {
      const line = readEntry(text);
      if (!line || !isWanted(line)) return undefined;
      batch.push(line);
      arrived.resolve(batch);
      if (batch.length >= maxBatch) await taken.promise;
      return undefined;
    },
    maxTailMs,
  )
    .catch((error: unknown) => {
      if (!signal.aborted) failure = { error };
    })
    .then(() => arrived.resolve([]));
  try {
    while (!signal.aborted) {
      const lines = await arrived.promise;
      if (failure) throw failure.error;
      if (lines.length === 0) return;
      batch = [];
      arrived = Promise.withResolvers();
      taken.resolve();
      taken = Promise.withResolvers();
      yield lines;
    }
  } finally {
    ended.abort();
    taken.resolve();
    await running;
  }
}

const maxBatch = 1_000;
