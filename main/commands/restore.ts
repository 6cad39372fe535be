import { restore } from "#server/db/backup.ts";
import { readEnv } from "#server/env.ts";
import { StartRefused } from "#server/start-refused.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async ({ argument: file, steps, log, signal, say }) => {
  const { dataDir, dataDirGiven, databaseUrl } = readEnv();
  if (databaseUrl !== undefined) {
    throw new StartRefused(
      "DATABASE_URL is set: a backup of the embedded database is restored into DATA_DIR. For that PostgreSQL use its own pg_restore.",
    );
  }
  const made = await steps.run("restore", (step) =>
    restore({ dataDir, dataDirGiven, file, log, signal, onProgress: step.detail }),
  );
  say(`Restored the backup of ${made.label.created_at} (Quarterdeck ${made.label.quarterdeck}) into ${made.dataDir}.`);
  if (!made.withKey) say("It holds no key for stored secrets: start with the SECRET_KEY of the server it was made on.");
  say("Start Quarterdeck on that directory: it recovers by itself.");
});
