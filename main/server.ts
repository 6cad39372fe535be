// The server program: reads the environment, starts the server, prints its address and directories, and stops on a
// signal.
import { createSteps } from "../bin/steps.mjs";
import { join } from "node:path";
import { readEnv, type Env } from "#server/env/env.ts";
import { logExpressions } from "#lib/expression/logged.ts";
import { createLogFiles } from "#server/log-files.ts";
import { createLog } from "#server/log.ts";
import { repository } from "#lib/load/repository.ts";
import { inSources } from "#lib/process/stack-lines.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { onStopSignals } from "#lib/process/stop-signals.ts";
import { onDefect } from "#lib/process/stray-errors.ts";
import { areasFor } from "./agent.ts";
import { startServer, type Running } from "./start-server.ts";

/** PostgreSQL and the workers must stop before a supervisor kills this process. */
const stopWithinMs = 4_500;

const write = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const env = readEnv();
  const logFiles = createLogFiles();
  const log = await createLog(env, logFiles);
  logExpressions((line) => log.info({ line }, "an expression wrote to the log"));
  const steps = createSteps();
  const aborted = new AbortController();
  let running: Running | undefined;
  let administrator: Running["administrator"];
  /**
   * Prints the credentials even if the start fails later: the administrator already exists, and the next start does not
   * show the password.
   */
  const showSignIn = () => {
    if (administrator) write(`\n  Sign in  ${firstSignIn(administrator)}`);
  };

  let stopping = false;
  const stop = async (reason: string) => {
    stopping = true;
    log.info({ reason }, "stopping");
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    if (!running) return aborted.abort();
    await running.stop();
    process.exit(0);
  };
  onStopSignals({ stop: (reason) => void stop(reason), force: () => process.exit(1) });
  onDefect((error) => {
    log.fatal({ err: error }, "an unexpected error stopped this process");
    void (running?.stop() ?? Promise.resolve()).finally(() => process.exit(1));
    setTimeout(() => process.exit(1), stopWithinMs).unref();
  });

  try {
    running = await startServer({
      env,
      log,
      logFiles,
      steps,
      areas: areasFor(env),
      consoleFolder: join(repository, "dist/console"),
      signal: aborted.signal,
      onAdministrator: (created) => (administrator = created),
    });
  } catch (error) {
    showSignIn();
    if (stopping) process.exit(0);
    throw error;
  }
  if (stopping) {
    showSignIn();
    return stop("stop requested during the start");
  }
  write(closingBlock(env, running, steps.total()));
  // Runs a garbage collection: a start leaves 25 MB of garbage, which V8 would otherwise keep until it needs the
  // memory. The first runs of jobs and checks leave more.
  collectGarbage();
  setTimeout(collectGarbage, firstRunsMs).unref();
}

const firstRunsMs = 40_000;
const collectGarbage = () => globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });

const firstSignIn = ({ email, password }: NonNullable<Running["administrator"]>) =>
  password === undefined ? `${email} with ADMIN_PASSWORD` : `${email} with the password ${password} (shown only once)`;

/** The block printed at the end of a start: address, first sign-in, data directory and the key that stops it. */
function closingBlock(env: Env, { address, data, administrator, signInHint }: Running, took: string): string {
  const lines: [string, string][] = [];
  if (address !== undefined) lines.push(["Open", address]);
  else if (env.upstream) lines.push(["Working", `as an agent of ${env.upstream.url}; it serves no pages`]);
  else lines.push(["Working", "as a worker; it serves no pages"]);
  if (administrator) lines.push(["Sign in", firstSignIn(administrator)]);
  else if (address !== undefined && signInHint !== undefined) lines.push(["Sign in", signInHint]);
  else if (address !== undefined)
    lines.push(["Sign in", "with your account (lost the password? node bin/quarterdeck.mjs reset-password EMAIL)"]);
  if (data) lines.push(["Data", data.moved ? `${data.dir} (${data.moved})` : data.dir]);
  else lines.push(["Data", `in the database at ${new URL(env.databaseUrl!).host}`]);
  lines.push(["Stop", "Ctrl-C"]);
  const body = lines.map(([name, text]) => `  ${name.padEnd(8)} ${text}`).join("\n");
  return `\nQuarterdeck is ready after ${took}\n\n${body}\n`;
}

function explain(error: unknown): never {
  if (error instanceof StartRefused) process.stderr.write(`\n${error.message}\n`);
  else
    process.stderr.write(
      `\nQuarterdeck could not start because of a defect:\n${error instanceof Error ? inSources(error.stack ?? error.message) : String(error)}\n`,
    );
  process.exit(1);
}

// bin/compile.mjs passes --load-only to fill the compile cache after the sources changed.
if (!process.argv.includes("--load-only")) main().catch(explain);
