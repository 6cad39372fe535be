import { restore } from "#server/db/backup.ts";
import { readEnv } from "#server/env/env.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async ({ argument: file, steps, log, signal, say }) => {
  const { dataDir, dataDirGiven, databaseUrl } = readEnv();
  if (databaseUrl !== undefined) {
    throw new StartRefused(
      "DATABASE_URL is set, but a backup of the embedded database is restored into DATA_DIR. Unset DATABASE_URL, or restore an external PostgreSQL with pg_restore.",
    );
  }
  const restored = await steps.run("restore", (step) =>
    restore({ dataDir, dataDirGiven, file, log, signal, onProgress: step.detail }),
  );
  say(
    `Restored the backup of ${restored.label.created_at} (Quarterdeck ${restored.label.quarterdeck}) into ${restored.dataDir}.`,
  );
  if (!restored.withKey)
    say("The backup does not contain the key for stored secrets. Start with the SECRET_KEY of the original server.");
  say("Start Quarterdeck on that directory; PostgreSQL recovers automatically.");
});
