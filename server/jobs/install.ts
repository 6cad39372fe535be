// The job engine's own schema inside our database, installed and migrated by our schema runner under its lock, so that
// processes only ever check it. On a database that is up to date this is a single statement.
import type pg from "pg";
import { getConstructionPlans, getMigrationPlans } from "pg-boss";
import manifest from "pg-boss/package.json" with { type: "json" };
import { hasSqlState } from "../db/failures.ts";
import type { SchemaPart } from "../db/schema.ts";
import { StartRefused } from "../start-refused.ts";

export const jobSchema = "jobs";

const wanted: number = manifest.pgboss.schema;

export const jobsSchemaPart: SchemaPart = {
  name: "jobs",
  async install(client) {
    const present = await installedVersion(client);
    if (present === wanted) return false;
    if (present === undefined) await client.query(getConstructionPlans(jobSchema, { createSchema: true }));
    else if (present > wanted)
      throw new StartRefused(
        `The job queue in this database has version ${present}, this version of Quarterdeck knows ${wanted}. ` +
          "Start the newer version of Quarterdeck that made it.",
      );
    else await migrate(client, present);
    return true;
  },
};

async function installedVersion(client: pg.ClientBase): Promise<number | undefined> {
  try {
    const { rows } = await client.query<{ version: number }>(`select version from ${jobSchema}.version`);
    return rows[0]?.version;
  } catch (error) {
    // Neither the table nor, on a fresh database, its schema.
    if (hasSqlState(error, "42P01", "3F000")) return undefined;
    throw error;
  }
}

/** The plan is one transaction, then perhaps indexes built concurrently, which PostgreSQL takes one by one only. */
async function migrate(client: pg.ClientBase, from: number): Promise<void> {
  const plan = getMigrationPlans(jobSchema, from);
  const end = plan.indexOf("COMMIT;") + "COMMIT;".length;
  await client.query(plan.slice(0, end));
  for (const statement of plan.slice(end).split(/;\s*(?:\n|$)/))
    if (statement.trim() !== "") await client.query(statement);
}
