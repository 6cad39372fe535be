// Before the first test that needs a database: one PostgreSQL for the run, one template with the whole schema.
// An address in the environment means that somebody above us (tools/test/all.ts) has both already.
import { makeTemplate, postgresVariable } from "./database.ts";
import { startPostgres } from "./postgres.ts";

// Each project of the run loads this file for itself, but they all share the process: the first one makes, the last unmakes.
interface Shared {
  users: number;
  ready: Promise<{ stop(): Promise<void> }>;
}
const holder = globalThis as { quarterdeckPostgres?: Shared | undefined };

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[postgresVariable] && !holder.quarterdeckPostgres) return undefined;
  const shared = (holder.quarterdeckPostgres ??= { users: 0, ready: start() });
  shared.users += 1;
  const { stop } = await shared.ready;
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    holder.quarterdeckPostgres = undefined;
    delete process.env[postgresVariable];
    await stop();
  };
}

async function start() {
  const postgres = await startPostgres();
  try {
    await makeTemplate(postgres.url);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  // Workers are started later and inherit it.
  process.env[postgresVariable] = postgres.url;
  return postgres;
}
