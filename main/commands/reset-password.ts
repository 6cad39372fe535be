import { hasSqlState, isConnectionLost } from "#server/db/failures.ts";
import { openDatabases } from "#server/db/pool.ts";
import { readEnv } from "#server/env/env.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { resetPassword } from "#areas/identity/server/index.ts";
import { attachDatabase } from "../attach-database.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async ({ argument: email, steps, log, signal, say }) => {
  const account = await steps.run("reset-password", async ({ detail }) => {
    const env = readEnv();
    const { connection, detach } = await attachDatabase(env, { log, onProgress: detail, signal });
    try {
      const databases = await openDatabases(connection, {
        log,
        sizes: { system: 1, plain: 1, scoped: 1, gathered: 1 },
      });
      return await resetPassword(databases.system, email).finally(() => databases.close());
    } catch (error) {
      throw refusal(error) ?? error;
    } finally {
      await detach();
    }
  });
  say(`The new password of ${account.email} is: ${account.password}`);
  say("The password is shown only once. All sessions of this account were signed out.");
  if (account.hadSecondFactor) say("The second factor was removed. It can be set up again after signing in.");
});

function refusal(error: unknown): StartRefused | undefined {
  if (hasSqlState(error, "42P01"))
    return new StartRefused("This database has no accounts yet. Start Quarterdeck on it once.");
  if (isConnectionLost(error) || hasSqlState(error, "28P01", "28000", "3D000"))
    return new StartRefused(
      `The database cannot be reached (${(error as Error).message}). Start it, or correct DATABASE_URL.`,
    );
  return undefined;
}
