// `npm run seed -- [--checks N] [--configs N] [--relationships N] [--changes N] [--statuses N]`: fills the database of
// the data directory, or of DATABASE_URL, with an estate for demonstration and benches. Default: a tenth of the full
// size; `--full` for all of it. The same --seed gives the same rows.
import { existsSync } from "node:fs";
import process from "node:process";
import { pino } from "pino";
import { bringUpToDate } from "#server/db/schema.ts";
import { readEnv } from "#server/env/env.ts";
import { jobsSchemaPart } from "#server/jobs/install.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { onStopSignals } from "#lib/process/stop-signals.ts";
import { attachDatabase } from "../../main/attach-database.ts";
import { openDatabase } from "../../main/open-database.ts";
import { barsOn } from "./progress.ts";
import { seedDatabase } from "./seed.ts";
import { readSeedArguments } from "./arguments.ts";

const ending = new AbortController();
onStopSignals({ stop: () => ending.abort(), force: () => process.exit(130) });
const { signal } = ending;
const progress = barsOn(process.stderr);

try {
  await run();
} catch (error) {
  progress.stop();
  if (signal.aborted) {
    process.stderr.write("\nStopped. Nothing was added to the database; run it again to start over.\n");
    process.exit(130);
  }
  process.stderr.write(
    `\n${error instanceof StartRefused ? error.message : ((error as Error).stack ?? String(error))}\n`,
  );
  process.exit(1);
}

async function run(): Promise<void> {
  const options = readSeedArguments(process.argv.slice(2));
  const env = readEnv();
  const log = pino({ level: "warn", base: null }, pino.destination({ dest: 2, sync: true }));
  const onProgress = (text: string) => progress.step(text);
  const startedAt = performance.now();
  const { connection, close } = await reach();
  try {
    progress.step("schema");
    await bringUpToDate(connection, { log, parts: [jobsSchemaPart] });
    const { rows } = await seedDatabase(connection, { ...options, signal, progress });
    const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
    const seconds = (performance.now() - startedAt) / 1000;
    progress.stop();
    process.stdout.write(
      `${total.toLocaleString("en")} rows in ${seconds.toFixed(1)} s (${Math.round(total / seconds).toLocaleString("en")} rows/s), seed ${options.seed}.\n`,
    );
  } finally {
    progress.step("closing the database");
    await close();
    progress.stop();
  }

  /**
   * Connects to the database of a server that runs on the data directory; otherwise starts the database, and creates it
   * if it does not exist.
   */
  async function reach() {
    if (env.databaseUrl === undefined && existsSync(env.dataDir)) {
      const found = await attachDatabase(env, { log, onProgress, signal }).catch((error: unknown) => {
        if (error instanceof StartRefused && error.message.startsWith("There is no database")) return undefined;
        throw error;
      });
      if (found) return { connection: found.connection, close: () => found.detach() };
    }
    const opened = await openDatabase(env, { log, onProgress, signal });
    return { connection: opened.connection, close: () => opened.stop() };
  }
}
