import { backUp } from "#server/db/backup.ts";
import { readEnv } from "#server/env.ts";
import { StartRefused } from "#server/start-refused.ts";
import { version } from "#server/version.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async ({ argument: file, steps, log, signal, say }) => {
  const { dataDir, dataDirGiven, databaseUrl } = readEnv();
  if (databaseUrl !== undefined) {
    throw new StartRefused(
      "DATABASE_URL is set: back that PostgreSQL up with its own tools, such as pg_dump --format=custom.",
    );
  }
  const begun = performance.now();
  const made = await steps.run("backup", (step) =>
    backUp({ dataDir, dataDirGiven, file, log, signal, quarterdeckVersion: version, onProgress: step.detail }),
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  say(
    `${made.file}: ${inMegabytes(made.fileBytes)} (${inMegabytes(made.bytes)} in ${made.files} files) in ${seconds} s`,
  );
  say(
    made.withKey
      ? "It holds the key for stored secrets, too: keep it as safe as the server."
      : "It holds no key for stored secrets, because the data directory has none: keep the SECRET_KEY that the server is started with, too.",
  );
});

function inMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
