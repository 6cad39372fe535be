// Runs before the first test that needs a database: starts one PostgreSQL for the run, with one template of the whole
// schema. If the environment contains the address of a PostgreSQL, the parent process (tools/test/all.ts) has already
// created both.
import { makeTemplate, postgresVariable } from "./database.ts";
import { startPostgres } from "./postgres.ts";

// Each vitest project of the run loads this file, but all share one process: the first starts PostgreSQL, the last
// stops it.
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
  // Workers start later and inherit the variable.
  process.env[postgresVariable] = postgres.url;
  return postgres;
}
