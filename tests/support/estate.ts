// A small estate for tests of the data model: a dozen rows in every table, realistic and always the same. The rows are
// written in SQL, because those tests check database rules.
//
//   await insertEstate(client);
//   idOf("config", 3)      the id of the third config item
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { repository } from "#lib/load/repository.ts";

export async function insertEstate(client: pg.ClientBase): Promise<void> {
  await client.query(await readFile(join(repository, "tests", "support", "estate.sql"), "utf8"));
}

/** Returns the same id as pg_temp.id_of in estate.sql. */
export function idOf(kind: string, number: number): string {
  const hex = createHash("md5").update(`${kind} ${number}`).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
