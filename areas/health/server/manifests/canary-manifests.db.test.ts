import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { canaryManifests } from "./canary-manifests.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db);
afterAll(() => system.stop());

const canary = (name: string, endpoint = "db:5432") =>
  `apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata: {name: ${name}}\nspec: {schedule: "@every 1h", tcp: [{name: db, endpoint: "${endpoint}"}]}\n---\n`;

const apply = (source: string, text: string) =>
  canaryManifests.apply(system, {
    source: `file:${source}`,
    items: canaryManifests.read(text, { defaultName: "unnamed" }).items,
    isKept: () => false,
  });

const rowsOf = async (name: string) =>
  (
    await sql<{ canary: string; source: string; check: string; endpoint: string; turns: number }>`
      select k.id as canary, k.source, c.id as check, c.spec->>'endpoint' as endpoint,
             (select count(*)::int from check_turns t where t.check_id = c.id) as turns
      from   canaries k join checks c on c.canary_id = k.id
      where  k.name = ${name} and k.deleted_at is null and c.deleted_at is null
      order  by k.source`.execute(db.system)
  ).rows;

test("keeps the checks and history of a canary when its file is renamed", async () => {
  await apply("shop.yaml", canary("shop"));
  const [before] = await rowsOf("shop");
  await apply("shop.yaml", "");
  expect(await rowsOf("shop")).toEqual([]);
  await apply("retail/shop.yaml", canary("shop", "db:6432"));
  expect(await rowsOf("shop")).toEqual([{ ...before, source: "file:retail/shop.yaml", endpoint: "db:6432", turns: 1 }]);
});

test("treats canaries with the same name in two files as different canaries, and restores each of them", async () => {
  await apply("a.yaml", canary("twin", "a:1"));
  await apply("b.yaml", canary("twin", "b:1"));
  const both = await rowsOf("twin");
  expect(both.map(({ source, endpoint }) => [source, endpoint])).toEqual([
    ["file:a.yaml", "a:1"],
    ["file:b.yaml", "b:1"],
  ]);
  await apply("b.yaml", "");
  await apply("a.yaml", "");
  await apply("b.yaml", canary("twin", "b:1"));
  expect(await rowsOf("twin")).toEqual([both[1]]);
  await apply("a.yaml", canary("twin", "a:1"));
  expect(await rowsOf("twin")).toEqual(both);
});

test("does not restore a canary that was deleted in the console", async () => {
  await sql`
    insert into canaries (name, namespace, spec, source, deleted_at) values ('harbour', 'default', '{}', 'UI', now())`.execute(
    db.system,
  );
  await apply("harbour.yaml", canary("harbour"));
  expect(await rowsOf("harbour")).toMatchObject([{ source: "file:harbour.yaml" }]);
  const { rows } =
    await sql`select source, deleted_at is null as present from canaries where name = 'harbour' order by deleted_at`.execute(
      db.system,
    );
  expect(rows).toEqual([
    { source: "UI", present: false },
    { source: "file:harbour.yaml", present: true },
  ]);
});
