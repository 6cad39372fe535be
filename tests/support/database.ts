// The database of a test. One PostgreSQL per run (database.setup.ts), one template with the whole schema, and for each
// test file a separate clone:
//
//   const { databases, connection, url } = await testDatabase();   // at the top of a test file; dropped after the file
//
//   connection   the argument of bringUpToDate, openDatabases and new pg.Client(connection)
//   url          the same as DATABASE_URL, for processes that a test spawns
//   databases    openDatabases(connection): system, plain, scoped
//   close()      drops it before the end of the file; can be called repeatedly
//
// emptyDatabase() gives a database without any schema, likewise dropped after the file. testLog is silent unless
// LOG_LEVEL is set. startTestServer() in test-server.ts puts the real application on top. A test file that imports this
// one runs in the vitest project `integration` (tools/test/projects.ts).
import pg from "pg";
import { pino } from "pino";
import { afterAll } from "vitest";
import { openDatabases, type Connection, type Databases } from "#server/db/pool.ts";
import { bringUpToDate } from "#server/db/schema.ts";
import { jobsSchemaPart } from "#server/jobs/install.ts";

/** The environment variable that passes the address of the run's PostgreSQL to its workers. */
export const postgresVariable = "QUARTERDECK_TEST_POSTGRES";

const template = "quarterdeck_template";

export const testLog = pino({ level: process.env["LOG_LEVEL"] ?? "silent" });

export interface EmptyDatabase {
  connection: Connection;
  url: string;
  close(): Promise<void>;
}

export interface TestDatabase extends EmptyDatabase {
  databases: Databases;
}

export async function testDatabase(): Promise<TestDatabase> {
  const clone = await create(template);
  const databases = await openDatabases(clone.connection, {
    log: testLog,
    sizes: { system: 5, plain: 3, scoped: 3, gathered: 3 },
  });
  const close = once(async () => {
    await databases.close();
    await clone.drop();
  });
  afterAll(close);
  return { connection: clone.connection, url: clone.url, databases, close };
}

export async function emptyDatabase(): Promise<EmptyDatabase> {
  const { connection, url, drop } = await create("template0");
  const close = once(drop);
  afterAll(close);
  return { connection, url, close };
}

/** Creates the template that testDatabase() clones; called once per run. */
export async function makeTemplate(postgres: string): Promise<void> {
  await asOwner(postgres, (client) => client.query(`create database ${template}`));
  await bringUpToDate({ connectionString: addressOf(postgres, template) }, { log: testLog, parts: [jobsSchemaPart] });
  // An open connection to the template would block the next clone.
  await asOwner(postgres, (client) => client.query(`alter database ${template} allow_connections false`));
}

let databaseCount = 0;

async function create(from: string) {
  const postgres = process.env[postgresVariable];
  if (!postgres)
    throw new Error(
      "This test file has no database: it has to import tests/support/database.ts or tests/support/test-server.ts itself",
    );
  databaseCount += 1;
  const name = `test_${process.pid}_${databaseCount}`;
  await asOwner(postgres, (client) => client.query(`create database ${name} template ${from} strategy file_copy`));
  const url = addressOf(postgres, name);
  return {
    url,
    connection: { connectionString: url },
    drop: () => asOwner(postgres, (client) => client.query(`drop database ${name} with (force)`)),
  };
}

function addressOf(postgres: string, database: string): string {
  const url = new URL(postgres);
  url.pathname = `/${database}`;
  return url.href;
}

async function asOwner(postgres: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
