// Installs the job engine's own schema in our database. Our schema runner installs and migrates it under its lock, so
// processes only check its version, with a single statement if it is up to date.
import type pg from "pg";
import { getConstructionPlans, getMigrationPlans } from "pg-boss";
import manifest from "pg-boss/package.json" with { type: "json" };
import { hasSqlState } from "../db/failures.ts";
import type { SchemaPart } from "../db/schema.ts";
import { StartRefused } from "#lib/process/start-refused.ts";

export const jobSchema = "jobs";

const requiredVersion: number = manifest.pgboss.schema;

export const jobsSchemaPart: SchemaPart = {
  name: "jobs",
  async install(client) {
    const present = await installedVersion(client);
    if (present === requiredVersion) return false;
    if (present === undefined) await client.query(getConstructionPlans(jobSchema, { createSchema: true }));
    else if (present > requiredVersion)
      throw new StartRefused(
        `The job queue in this database has version ${present}, but this version of Quarterdeck supports ${requiredVersion}. ` +
          "Start the newer version of Quarterdeck that created it.",
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
    // The table does not exist; on a fresh database its schema does not exist either.
    if (hasSqlState(error, "42P01", "3F000")) return undefined;
    throw error;
  }
}

/** The plan is one transaction, optionally followed by indexes built concurrently, which must be sent one by one. */
async function migrate(client: pg.ClientBase, from: number): Promise<void> {
  const plan = getMigrationPlans(jobSchema, from);
  const end = plan.indexOf("COMMIT;") + "COMMIT;".length;
  await client.query(plan.slice(0, end));
  for (const statement of plan.slice(end).split(/;\s*(?:\n|$)/))
    if (statement.trim() !== "") await client.query(statement);
}
