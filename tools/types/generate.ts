// Generates the files of generated/ from a database with the schema.
import { readCatalog, type Queryable } from "#server/db/relations.ts";
import { renderSchema } from "./schema-sql.ts";
import { renderTables } from "./tables.ts";

export async function generate(db: Queryable): Promise<Record<string, string>> {
  return { "tables.ts": renderTables(await readCatalog(db)), "schema.sql": await renderSchema(db) };
}
