import { hasSqlState, isConnectionLost } from "#server/db/failures.ts";
import { openDatabases } from "#server/db/pool.ts";
import { readEnv } from "#server/env/env.ts";
import { makeKey, readOrMakeKeys, writeKeys } from "#server/secrets/key-file.ts";
import { rotateKeys } from "#server/secrets/rotate.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { attachDatabase } from "../attach-database.ts";
import { runCommand } from "./run-command.ts";

/** Processes load a new key at once, or at the latest when they read the file at their next heartbeat. */
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
        const configured = env.secretKeys;
        if (configured !== undefined || keyFile === undefined) {
          const rotation = { keys: configured!, learnWithinMs: 0, signal, onProgress: detail };
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
        throw new StartRefused(
          "The rotation was interrupted. Nothing is lost, but both keys are needed until the command is run again and completes.",
        );
      throw refusal(error) ?? error;
    } finally {
      await detach();
    }
  });
  say(`${rows} rows were re-encrypted. Stored secrets can only be decrypted with the new key.`);
  if (file === undefined) say("SECRET_KEY_PREVIOUS is no longer needed: remove it before the next start.");
  else say(`The new key is in ${file}. Earlier backups contain the previous key and need it.`);
  say("All sessions remain valid.");
});

/** Returns the keys with a new key first. If an interrupted run already added a key, uses that key. */
async function withNewKey(file: string): Promise<string[]> {
  const keys = await readOrMakeKeys(file);
  if (keys.length > 1) return keys;
  const all = [makeKey(), ...keys];
  await writeKeys(file, all);
  return all;
}

function refusal(error: unknown): StartRefused | undefined {
  if (hasSqlState(error, "42P01"))
    return new StartRefused("This database contains no secrets yet. Start Quarterdeck on it once.");
  if (isConnectionLost(error) || hasSqlState(error, "28P01", "28000", "3D000"))
    return new StartRefused(
      `The database cannot be reached (${(error as Error).message}). Start it, or correct DATABASE_URL.`,
    );
  return undefined;
}
