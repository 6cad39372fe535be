// Tests that a build which reads only a part of its sources reports this, and keeps the components that it did not see.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { openTopologies } from "#tests/support/topology-runs.ts";

const { databases: db } = await testDatabase();
const { server, documents, create, run, tree, componentsOf } = await openTopologies(db);

const insertItems = (type: string, from: number, to: number) =>
  sql`
    insert into config_items (name, type, config_class, external_id, tags, properties)
    select 'item ' || zone, ${type}::text, 'Thing', array[${type}::text || zone], jsonb_build_object('zone', zone),
           jsonb_build_array(jsonb_build_object('name', 'zone', 'text', zone))
    from   generate_series(${from}::int, ${to}::int) n, lpad(n::text, 4, '0') zone`.execute(db.system);

test("groupBy with more than 500 values builds roots for the first values, reports the limit and keeps the other roots", async () => {
  await insertItems("Zone::Item", 1, 500);
  const id = await create("zones", { groupBy: { tag: "zone", selector: { types: ["Zone::Item"] } } });
  expect(await run(id)).toMatchObject({ saved: { added: 500 }, log: { errors: [] } });
  await insertItems("Zone::Item", 0, 0);
  const { saved, log } = await run(id);
  expect(log.errors).toEqual([expect.stringContaining("The tag zone has more than 500 values.")]);
  expect(saved).toMatchObject({ added: 1, removed: 0 });
  expect(await tree(id)).toContain("zones (0500)");
});

test("a catalog lookup uses the first 1,000 items, reports the limit and keeps the other components", async () => {
  const lookup = { catalog: [{ name: "all", selector: [{ types: ["Many::Item"] }] }] };
  await insertItems("Many::Item", 1, 1_000);
  const id = await create("many", {
    components: [
      { name: "found", lookup },
      { name: "written", components: [{ name: "item 1000" }], properties: [{ name: "zone", lookup }] },
    ],
  });
  expect(await run(id)).toMatchObject({ saved: { added: 1_004 }, log: { errors: [] } });
  // After item 0 is added, item 1000 is the first item that is not read.
  await insertItems("Many::Item", 0, 0);
  const { saved, log } = await run(id);
  expect(log.errors).toEqual([
    expect.stringContaining(
      "The lookup of found found only some of its components, so the other components are not changed",
    ),
    expect.stringContaining("the property zone could not be looked up: all (catalog) could not read everything"),
  ]);
  expect(saved).toMatchObject({ added: 1, removed: 0 });
  const named = (await componentsOf(id)).filter(({ name }) => name === "item 1000");
  expect(named.map(({ parent, deleted, properties }) => ({ parent, deleted, properties }))).toEqual(
    ["found", "written"].map((parent) => ({ parent, deleted: false, properties: [{ name: "zone", text: "1000" }] })),
  );
});

test("a lookup that returns an empty text or null fails and keeps its components; an empty list deletes them", async () => {
  const ports = {
    http: [
      { name: "ports", url: `${server.url}/ports`, display: { expr: "type(json) == string ? json : json.toJSON()" } },
    ],
  };
  documents.set("/ports", [{ name: "quay" }]);
  const id = await create("ports", { components: [{ name: "list", lookup: ports }, { name: "crane" }] });
  expect((await run(id)).log.errors).toEqual([]);
  for (const text of ["", " \n", "null"]) {
    documents.set("/ports", text);
    const { log, saved } = await run(id);
    expect(log.errors).toEqual([
      expect.stringMatching(/^The lookup of list failed.*ports \(http\) returned nothing.*\[\]/s),
    ]);
    expect(saved.removed).toBe(0);
    expect(await tree(id)).toEqual(["ports/crane", "ports/list", "ports", "list/quay"]);
  }
  documents.set("/ports", []);
  expect((await run(id)).saved.removed).toBe(1);
  expect(await tree(id)).toEqual(["ports/crane", "ports/list", "ports"]);
});
