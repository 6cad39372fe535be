import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { repository } from "#lib/load/repository.ts";
import { testDatabase } from "../../tests/support/database.ts";
import { generate } from "./tables.ts";

test("generated/ matches the schema; `npm run types` updates it", async () => {
  const { connection } = await testDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  const fresh = await generate(client).finally(() => client.end());
  for (const [name, text] of Object.entries(fresh))
    expect(await readFile(join(repository, "generated", name), "utf8"), `generated/${name} is stale`).toBe(text);
  expect(fresh["schema.sql"]!.length).toBeLessThan(200_000);
});
