import { version } from "#lib/load/repository.ts";
import { backUp } from "#server/db/backup.ts";
import { readEnv } from "#server/env/env.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async ({ argument: file, steps, log, signal, say }) => {
  const { dataDir, dataDirGiven, databaseUrl } = readEnv();
  if (databaseUrl !== undefined) {
    throw new StartRefused(
      "DATABASE_URL is set, so the database is external. Back it up with its own tools, such as pg_dump --format=custom.",
    );
  }
  const startedAt = performance.now();
  const backup = await steps.run("backup", (step) =>
    backUp({ dataDir, dataDirGiven, file, log, signal, quarterdeckVersion: version, onProgress: step.detail }),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(
    `${backup.file}: ${inMegabytes(backup.fileBytes)} (${inMegabytes(backup.bytes)} in ${backup.files} files) in ${seconds} s`,
  );
  say(
    backup.withKey
      ? "The backup contains the key for stored secrets. Protect it like the server itself."
      : "The backup does not contain the key for stored secrets, because the data directory has none. Keep the server's SECRET_KEY as well.",
  );
});

function inMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
