import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { retainScraped } from "./retain-scraped.ts";

const database = await testDatabase();
const { ask, queryValue } = await estateIn(database);
const system = await runSystem(database.databases, { jobs: [retainScraped] });
afterAll(() => system.stop());

const history = "from job_history where name = 'Clean up config items' and time_end is not null";

/** Runs the job once and returns the status and errors of its history row. */
async function retain(): Promise<{ status: string; errors: string[] }> {
  const before = (await queryValue(`select coalesce(max(time_start), '-infinity')::text ${history}`)) as string;
  await until(async () => (await system.jobs.send(database.databases.system, retainScraped, {})) !== null);
  const rows = await until(
    () =>
      ask<{ status: string; details: { errors?: string[] } | null }>(
        `select status, details ${history} and time_start > $1::timestamptz`,
        [before],
      ),
    (found) => found.length > 0,
  );
  return { status: rows[0]!.status, errors: rows[0]!.details?.errors ?? [] };
}

async function scraper(name: string, retention: object = {}) {
  const [row] = await ask<{ id: string }>(
    "insert into config_scrapers (name, spec, source) values ($1, $2, 'UI') returning id",
    [name, JSON.stringify({ retention })],
  );
  return row!.id;
}

async function item(scraperId: string, name: string, columns: Readonly<Record<string, string | null>> = {}) {
  const names = ["scraper_id", "name", "type", "config_class", ...Object.keys(columns)];
  const values = [scraperId, name, "Test::Thing", "Thing", ...Object.values(columns)];
  const [row] = await ask<{ id: string }>(
    `insert into config_items (${names.join(", ")}) values (${names.map((_, n) => `$${n + 1}`).join(", ")}) returning id`,
    values,
  );
  return row!.id;
}

const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString();
const namesOf = async (scraperId: string) =>
  (await ask<{ name: string }>("select name from config_items where scraper_id = $1 order by name", [scraperId])).map(
    ({ name }) => name,
  );

test("removes items that were deleted long ago, children before parents, and keeps evidence", async () => {
  const source = await scraper("plain");
  await item(source, "here");
  await item(source, "lately", { deleted_at: days(6) });
  const parent = await item(source, "parent", { deleted_at: days(8) });
  await item(source, "child", { deleted_at: days(8), parent_id: parent });
  const proof = await item(source, "proof", { deleted_at: days(30) });
  await ask("update evidences set config_id = $1 where id = $2", [proof, idOf("evidence", 1)]);
  expect(await retain()).toEqual({ status: "SUCCESS", errors: [] });
  expect(await namesOf(source)).toEqual(["here", "lately", "proof"]);
  await ask("insert into properties (name, value) values ('config.retention.period', '5d')");
  await retain();
  expect(await namesOf(source)).toEqual(["here", "proof"]);
  await ask("update properties set value = 'soon' where name = 'config.retention.period'");
  const { errors } = await retain();
  expect(errors.join()).toContain("The property config.retention.period");
  await ask("delete from properties where name = 'config.retention.period'");
});

test("applies the retention rules of a scraper to its types and changes", async () => {
  const source = await scraper("rules", {
    types: [{ name: "Test::*", createdAge: "10d" }],
    changes: [
      { name: "Noise", age: "2d" },
      { name: "Deployed", count: 2 },
    ],
  });
  const other = await scraper("other");
  await item(source, "old", { created_at: days(11) });
  await item(other, "old", { created_at: days(11) });
  const kept = await item(source, "kept", { created_at: days(9) });
  const change = (type: string, age: number) =>
    ask<{ id: string }>(
      "insert into config_changes (config_id, change_type, created_at, summary) values ($1, $2, $3, $4) returning id",
      [kept, type, days(age), `${type} ${age}`],
    );
  for (const age of [1, 3, 4]) {
    await change("Noise", age);
    await change("Deployed", age);
    await change("Other", age);
  }
  const [proof] = await change("Noise", 5);
  await ask("update evidences set config_change_id = $1 where id = $2", [proof!.id, idOf("evidence", 2)]);
  await retain();
  expect(await namesOf(source)).toEqual(["kept"]);
  expect(await namesOf(other)).toEqual(["old"]);
  expect(await ask("select summary from config_changes where config_id = $1 order by 1", [kept])).toEqual(
    ["Deployed 1", "Deployed 3", "Noise 1", "Noise 5", "Other 1", "Other 3", "Other 4"].map((summary) => ({ summary })),
  );
});

test("removes scrapers that were deleted long ago once they have no items", async () => {
  const [gone, held] = [await scraper("gone"), await scraper("held")];
  await item(held, "thing");
  await ask("update config_scrapers set deleted_at = now() - interval '31 days' where id in ($1, $2)", [gone, held]);
  await retain();
  expect(await ask("select name from config_scrapers where name in ('gone', 'held')")).toEqual([{ name: "held" }]);
});
