import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { scraperKinds } from "../scrapers/index.ts";
import { scrapingWith } from "../scraping.ts";
import { scraperManifestsWith } from "./scraper-manifests.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db);
afterAll(() => system.stop());
const manifests = scraperManifestsWith(scrapingWith(scraperKinds).spec);

const scraper = (name: string, url = "http://127.0.0.1:9/hosts.json") =>
  `apiVersion: configs.flanksource.com/v1\nkind: ScrapeConfig\nmetadata: {name: ${name}}\nspec: {schedule: "@every 1h", http: [{url: "${url}", id: $.id, type: Host}]}\n`;

const apply = (source: string, text: string) =>
  manifests.apply(system, {
    source: `file:${source}`,
    items: manifests.read(text, { defaultName: "unnamed" }).items,
    isKept: () => false,
  });

const rowsOf = async (name: string) =>
  (
    await sql<{ id: string; source: string; url: string; turns: number }>`
      select s.id, s.source, s.spec #>> '{http,0,url}' as url,
             (select count(*)::int from scraper_turns t where t.scraper_id = s.id) as turns
      from   config_scrapers s
      where  s.name = ${name} and s.deleted_at is null
      order  by s.source`.execute(db.system)
  ).rows;

test("a scraper whose file is renamed keeps its id and its place in the schedule", async () => {
  await apply("inventory.yaml", scraper("inventory"));
  const [before] = await rowsOf("inventory");
  await apply("inventory.yaml", "");
  expect(await rowsOf("inventory")).toEqual([]);
  await apply("estate/inventory.yaml", scraper("inventory", "http://127.0.0.1:9/other.json"));
  expect(await rowsOf("inventory")).toEqual([
    { ...before, source: "file:estate/inventory.yaml", url: "http://127.0.0.1:9/other.json", turns: 1 },
  ]);
});

test("the same scraper in two files is stored as two rows, and each is restored with its own id", async () => {
  for (const file of ["a.yaml", "b.yaml"]) await apply(file, scraper("twin"));
  const both = await rowsOf("twin");
  expect(both.map(({ source }) => source)).toEqual(["file:a.yaml", "file:b.yaml"]);
  for (const file of ["b.yaml", "a.yaml"]) await apply(file, "");
  await apply("b.yaml", scraper("twin"));
  expect(await rowsOf("twin")).toEqual([both[1]]);
  await apply("a.yaml", scraper("twin"));
  expect(await rowsOf("twin")).toEqual(both);
});

test("a file does not restore a scraper that was deleted in the console", async () => {
  await sql`
    insert into config_scrapers (name, namespace, spec, source, deleted_at) values ('harbour', 'default', '{}', 'UI', now())`.execute(
    db.system,
  );
  await apply("harbour.yaml", scraper("harbour"));
  expect(await rowsOf("harbour")).toMatchObject([{ source: "file:harbour.yaml" }]);
  const { rows } =
    await sql`select source from config_scrapers where name = 'harbour' and deleted_at is not null`.execute(db.system);
  expect(rows).toEqual([{ source: "UI" }]);
});
