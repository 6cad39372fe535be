// Tests the selectors of built components (including those that groupBy extends and those with a limit), and the fields
// that a build copies from lookups.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { openTopologies } from "#tests/support/topology-runs.ts";
import { linkTargets } from "../links/link-components.ts";
import { configLinks, selectingAmong } from "../links/link-kinds.ts";

const { databases: db } = await testDatabase();
const { system, documents, lookup, create, run } = await openTopologies(db);

async function item(name: string, type: string, tags: object = {}): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into config_items (name, type, config_class, external_id, tags)
    values (${name}, ${type}, 'Service', array[${name}], ${JSON.stringify(tags)}::jsonb)
    returning id`.execute(db.system);
  return rows[0]!.id;
}

const linksOf = async (topology: string) =>
  (
    await sql<{ component: string; config: string }>`
      select o.name as component, i.name as config
      from   config_component_relationships l
      join   components o on o.id = l.component_id
      join   config_items i on i.id = l.config_id
      where  l.deleted_at is null and o.topology_id = ${topology}
      order  by 1, 2`.execute(db.system)
  ).rows.map(({ component, config }) => `${component}: ${config}`);

test("a tag value with characters of the selector syntax selects only the items with this value", async () => {
  const owners = ["sales", "sales,shop", "x),owner in (sales", "*", "50% off", "a=b !c"];
  for (const owner of owners) await item(`of ${owner}`, "Group::Item", { owner });
  const id = await create("owners", {
    groupBy: { tag: "owner", selector: { types: ["Group::Item"] } },
    configs: [{ types: ["Group::Item"] }],
  });
  expect((await run(id)).log.errors).toEqual([]);
  expect(await linksOf(id)).toEqual(owners.map((owner) => `owners (${owner}): of ${owner}`).toSorted());
});

test("the tags of an older config query are compared exactly", async () => {
  await item("both", "Tagged::Item", { site: "north, south" });
  await item("one", "Tagged::Item", { site: "north" });
  const id = await create("sites", {
    components: [{ name: "site", configs: [{ type: "Tagged::Item", tags: { site: "north, south" } }] }],
  });
  expect((await run(id)).log.errors).toEqual([]);
  expect(await linksOf(id)).toEqual(["site: both"]);
});

test.each([
  ["limit", { types: ["Limited::Field"], limit: 1 }],
  ["search", { search: "type=Limited::Search limit=1" }],
])(
  "a selector with a limit in %s links the first matching item after each change of the items",
  async (name, selector) => {
    const type = name === "limit" ? "Limited::Field" : "Limited::Search";
    await item("m", type);
    const id = await create(`limited by ${name}`, { components: [{ name: "first", configs: [selector] }] });
    await run(id);
    const changed = async (ids: readonly string[]) => {
      expect(await linkTargets(system, configLinks, await selectingAmong(db.system), ids)).toEqual([]);
      return linksOf(id);
    };
    expect(await changed([await item("z", type)])).toEqual(["first: m"]);
    const before = await item("a", type);
    expect(await changed([before])).toEqual(["first: a"]);
    await sql`update config_items set deleted_at = now() where id = ${before}`.execute(db.system);
    expect(await changed([before])).toEqual(["first: m"]);
  },
);

test("a component represents the config item that its catalog lookup found", async () => {
  const ids = [await item("crane", "Named::Item"), await item("ferry", "Named::Item")];
  const catalog = (display?: string) => ({
    catalog: [{ name: "all", selector: [{ types: ["Named::Item"] }], ...(display && { display: { expr: display } }) }],
  });
  const id = await create("items", {
    components: [
      { name: "plain", lookup: catalog() },
      {
        name: "shown",
        lookup: catalog("dyn(results).map(r, {'name': 'the ' + r.name, 'id': r.id}).toJSON()"),
      },
      { name: "grouped", lookup: catalog("[{'name': 'both', 'id': 'both'}].toJSON()") },
    ],
  });
  expect((await run(id)).log.errors).toEqual([]);
  const { rows } = await sql<{ name: string; config_id: string | null }>`
    select name, config_id from components where topology_id = ${id} and is_leaf order by name`.execute(db.system);
  expect(rows).toEqual([
    { name: "both", config_id: null },
    { name: "crane", config_id: ids[0] },
    { name: "ferry", config_id: ids[1] },
    { name: "the crane", config_id: ids[0] },
    { name: "the ferry", config_id: ids[1] },
  ]);
});

test("the order of components is stored, from specs and from lookups", async () => {
  documents.set("/ordered", [{ name: "second", order: "2" }, { name: "far", order: 1e12 }, { name: "last" }]);
  const id = await create("ordered", {
    components: [
      { name: "static", order: 1 },
      { name: "found", order: 3.4, lookup: lookup("ordered") },
    ],
  });
  expect((await run(id)).log.errors).toEqual([]);
  const { rows } = await sql<{ name: string; display_order: number | null }>`
    select name, display_order from components where topology_id = ${id} and parent_id is not null
    order  by display_order, name`.execute(db.system);
  expect(rows.map((row) => `${row.name} ${row.display_order}`)).toEqual([
    "static 1",
    "second 2",
    "found 3",
    "far 2147483647",
    "last null",
  ]);
});
