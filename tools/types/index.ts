// `npm run types`: applies the schema to a temporary PostgreSQL and generates generated/ from it.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { repository } from "#lib/load/repository.ts";
import { jobsSchemaPart } from "#server/jobs/install.ts";
import { bringUpToDate } from "#server/db/schema.ts";
import { startPostgres } from "../../tests/support/postgres.ts";
import { generate } from "./tables.ts";

const postgres = await startPostgres();
try {
  const connection = { connectionString: postgres.url };
  await bringUpToDate(connection, { log: pino({ level: "silent" }), parts: [jobsSchemaPart] });
  const client = new pg.Client(connection);
  await client.connect();
  const files = await generate(client).finally(() => client.end());
  await mkdir(join(repository, "generated"), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(repository, "generated", name), text);
  console.log(`wrote ${Object.keys(files).join(", ")} to generated/`);
} finally {
  await postgres.stop();
}
