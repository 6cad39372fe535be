import { hasSqlState, isConnectionLost } from "#server/db/failures.ts";
import { openDatabases } from "#server/db/pool.ts";
import { readEnv } from "#server/env.ts";
import { makeKey, readOrMakeKeys, writeKeys } from "#server/secrets/key-file.ts";
import { rotateKeys } from "#server/secrets/rotate.ts";
import { StartRefused } from "#server/start-refused.ts";
import { attachDatabase } from "../attach-database.ts";
import { runCommand } from "./run-command.ts";

/** A process hears of the new key at once, or looks at the file with its next heartbeat. */
const learnWithinMs = 25_000;

await runCommand(async ({ steps, log, signal, say }) => {
  const { rows, file } = await steps.run("rotate-key", async ({ detail }) => {
    const env = readEnv();
    const { connection, keyFile, detach } = await attachDatabase(env, { log, onProgress: detail, signal });
    try {
      const databases = await openDatabases(connection, {
        log,
        sizes: { system: 3, plain: 1, scoped: 1, gathered: 1 },
      });
      try {
        const given = env.secretKeys;
        if (given !== undefined || keyFile === undefined) {
          const rotation = { keys: given!, learnWithinMs: 0, signal, onProgress: detail };
          return { rows: await rotateKeys(databases, rotation), file: undefined };
        }
        const keys = await withNewKey(keyFile);
        const rotation = { keys, learnWithinMs, signal, onProgress: detail };
        const resealed = await rotateKeys(databases, rotation);
        await writeKeys(keyFile, keys.slice(0, 1));
        return { rows: resealed, file: keyFile };
      } finally {
        await databases.close();
      }
    } catch (error) {
      if (signal.aborted)
        throw new StartRefused("Stopped half way. Nothing is lost: both keys are needed until this is run again.");
      throw refusal(error) ?? error;
    } finally {
      await detach();
    }
  });
  say(`${rows} rows were sealed anew. What is stored opens with the new key only.`);
  if (file === undefined) say("SECRET_KEY_PREVIOUS is not needed any more: leave it out at the next start.");
  else say(`The new key is in ${file}. Back-ups that were made before hold the former one, and open with that.`);
  say("Nobody was signed out.");
});

/** The keys with a new one at their head, unless an earlier run has put one there and did not come to its end. */
async function withNewKey(file: string): Promise<string[]> {
  const keys = await readOrMakeKeys(file);
  if (keys.length > 1) return keys;
  const all = [makeKey(), ...keys];
  await writeKeys(file, all);
  return all;
}

function refusal(error: unknown): StartRefused | undefined {
  if (hasSqlState(error, "42P01"))
    return new StartRefused("This database holds no secrets yet. Start Quarterdeck on it once.");
  if (isConnectionLost(error) || hasSqlState(error, "28P01", "28000", "3D000"))
    return new StartRefused(
      `The database cannot be reached (${(error as Error).message}). Start it, or correct DATABASE_URL.`,
    );
  return undefined;
}
