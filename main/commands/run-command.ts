import process from "node:process";
import { pino } from "pino";
import { StartRefused } from "#lib/process/start-refused.ts";
import { onStopSignals } from "#lib/process/stop-signals.ts";
import { createSteps, type Steps } from "../../bin/steps.mjs";

export interface CommandContext {
  argument: string;
  steps: Steps;
  log: pino.Logger;
  /** Aborted by Ctrl-C, so that the command cleans up and exits. */
  signal: AbortSignal;
  say: (text: string) => void;
}

/** Runs the body of a command. A StartRefused prints its message and exits with code 1. */
export async function runCommand(body: (context: CommandContext) => Promise<void>): Promise<void> {
  const ending = new AbortController();
  onStopSignals({ stop: () => ending.abort(), force: () => process.exit(130) });
  // Results go to standard output, progress to standard error.
  const context: CommandContext = {
    argument: process.argv[2] ?? "",
    steps: createSteps({ stream: process.stderr }),
    log: pino({ level: "warn", base: null }, pino.destination({ dest: 2, sync: true })),
    signal: ending.signal,
    say: (text) => void process.stdout.write(`${text}\n`),
  };
  try {
    await body(context);
  } catch (error) {
    if (ending.signal.aborted && !(error instanceof StartRefused)) {
      process.stderr.write("\nStopped. No files were left behind.\n");
      process.exit(130);
    }
    process.stderr.write(
      `\n${error instanceof StartRefused ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exit(1);
  }
}
