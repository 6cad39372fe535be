// Tests that links survive edits of selectors, concurrent builds, and selectors that are only partly evaluated.
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { openTopologies } from "#tests/support/topology-runs.ts";
import { linkComponents, linkTargets } from "./link-components.ts";
import { configLinks, selectingAmong } from "./link-kinds.ts";

const { databases: db } = await testDatabase();
const { system, create, change, run, idsOf } = await openTopologies(db);

const items: Record<string, string> = {};
beforeEach(async () => {
  await sql`delete from config_items where type = 'Pier::Thing'`.execute(db.system);
  const { rows } = await sql<{ id: string; name: string }>`
    insert into config_items (name, type, config_class, external_id, tags)
    select n, 'Pier::Thing', 'Thing', array[n], '{"pier": "7", "port": "north"}' from unnest(array['buoy', 'lamp']) n
    returning id, name`.execute(db.system);
  for (const { id, name } of rows) items[name] = id;
});

const linked = async (component: string) => {
  const { rows } = await sql<{ name: string }>`
    select i.name
    from   config_component_relationships l
    join   config_items i on i.id = l.config_id
    where  l.component_id = ${component} and l.deleted_at is null
    order  by 1`.execute(db.system);
  return rows.map(({ name }) => name);
};

const pier = (...configs: object[]) => ({ components: [{ name: "pier", configs }] });

test("editing a selector keeps the links that match it before and after, and deletes the others", async () => {
  const id = await create("edited", pier({ types: ["Pier::Thing"], tagSelector: "pier=7" }));
  await run(id);
  const { pier: component } = await idsOf(id);
  expect(await linked(component!)).toEqual(["buoy", "lamp"]);
  await change(id, pier({ types: ["Pier::Thing"], tagSelector: "port=north" }));
  await run(id);
  expect(await linked(component!)).toEqual(["buoy", "lamp"]);
  await change(id, pier({ types: ["Pier::Thing"], name: "lamp" }));
  await run(id);
  expect(await linked(component!)).toEqual(["lamp"]);
  // The link has the id of its new selector, so that it is deleted when that selector no longer matches.
  await sql`update config_items set name = 'lantern' where id = ${items["lamp"]}`.execute(db.system);
  await linkTargets(system, configLinks, await selectingAmong(db.system), [items["lamp"]!]);
  expect(await linked(component!)).toEqual([]);
});

test("a link that a build created after the selectors were read is not deleted", async () => {
  const id = await create("stale", pier({ types: ["Pier::Thing"], name: "buoy" }));
  await run(id);
  const { pier: component } = await idsOf(id);
  const before = await selectingAmong(db.system);
  await change(id, pier({ types: ["Pier::Thing"] }));
  await run(id);
  const other = await create("new", pier({ types: ["Pier::Thing"] }));
  await run(other);
  const { pier: added } = await idsOf(other);
  await linkTargets(system, configLinks, before, [items["lamp"]!]);
  expect(await linked(component!)).toEqual(["buoy", "lamp"]);
  expect(await linked(added!)).toEqual(["buoy", "lamp"]);
});

test("the links of a selector that cannot be parsed are kept", async () => {
  const id = await create("unread", pier({ types: ["Pier::Thing"], name: "buoy" }, { types: ["Pier::Thing"] }));
  await run(id);
  const { pier: component } = await idsOf(id);
  await sql`
    update components set configs = jsonb_set(configs, '{1}', '{"types": ["Pier::Thing"], "search": "nonsense=("}')
    where id = ${component}`.execute(db.system);
  // Assigns the id of the unreadable selector to the link of the lamp, in the same way as an earlier version did.
  const [now] = await selectingAmong(db.system, [component!]);
  const { selectorId } = configLinks.ownedBy(now!)[1]!;
  await sql`
    update config_component_relationships set selector_id = ${selectorId}
    where component_id = ${component} and config_id = ${items["lamp"]}`.execute(db.system);
  expect(await linkComponents(system, [component!])).toEqual([expect.stringContaining("cannot be read")]);
  expect(await linked(component!)).toEqual(["buoy", "lamp"]);
});

test("a selector that matches more than 5,000 items is reported, and its links are not deleted", async () => {
  const id = await create("crowded", pier({ types: ["Pier::Thing"], tagSelector: "pier=7" }));
  await run(id);
  const { pier: component } = await idsOf(id);
  await sql`
    insert into config_items (name, type, config_class, external_id, tags)
    select 'anchor ' || n, 'Pier::Thing', 'Thing', array['anchor ' || n], '{"pier": "7"}' from generate_series(1, 5000) n`.execute(
    db.system,
  );
  expect(await linkComponents(system, [component!])).toEqual([
    expect.stringContaining("matches more than 5000 resources"),
  ]);
  const names = await linked(component!);
  expect(names).toHaveLength(5_002);
  expect(names).toContain("lamp");
});
