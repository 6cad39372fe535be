import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const { ask, queryValue, undone } = await estateIn(await testDatabase());

test("the view topology has the checks, teams, incidents, insights, logs and neighbours", async () => {
  const [card] = await ask("select * from topology where id = $1", [idOf("component", 3)]);
  expect(card).toMatchObject({
    checks: { healthy: 1 },
    team_names: ["team 3"],
    incidents: { availability: { medium: 1 } },
    analysis: { reliability: { critical: 1 } },
    logs: [{ name: "app logs" }],
    parents: [idOf("component", 2)],
    children: [],
  });
  expect(await queryValue("select cardinality(children) from topology where id = $1", [idOf("component", 2)])).toBe(10);
});

const linkTables = ["config_component_relationships", "check_component_relationships", "component_relationships"];
const live = (table: string, component: string) =>
  ask(`select from ${table} where component_id = $1 and deleted_at is null`, [component]);

test("deleting a component deletes its links, and a link can be restored", () =>
  undone(async () => {
    const component = idOf("component", 3);
    await ask("update team_components set selector_id = 'spec' where component_id = $1", [component]);
    await ask("update components set deleted_at = now() where id = $1", [component]);
    for (const table of linkTables) expect(await live(table, component)).toEqual([]);
    expect(await ask("select from team_components where component_id = $1", [component])).toEqual([]);
    await ask("update config_component_relationships set deleted_at = null where component_id = $1", [component]);
    expect(await live("config_component_relationships", component)).toHaveLength(1);
  }));

test("a restored component has the links, teams and children that people added, but not the links of selectors", () =>
  undone(async () => {
    const [component, selected] = [idOf("component", 3), idOf("component", 4)];
    const [{ id: child }] = (await ask("insert into components (name, parent_id) values ('by hand', $1) returning id", [
      component,
    ])) as [{ id: string }];
    for (const table of linkTables) {
      await ask(`update ${table} set selector_id = 'manual' where component_id = $1`, [component]);
      await ask(`update ${table} set selector_id = 'component/0815' where component_id = $1`, [selected]);
    }
    await ask("update config_component_relationships set deleted_at = '2026-01-01' where component_id = $1", [
      idOf("component", 5),
    ]);
    const all = [component, selected, idOf("component", 5)];
    await ask("update components set deleted_at = now() where id = any ($1)", [all]);
    expect(await ask("select from components where id = $1 and deleted_at is null", [child])).toEqual([]);
    await ask("update components set deleted_at = null where id = any ($1)", [all]);
    for (const table of linkTables) {
      expect(await live(table, component)).toHaveLength(1);
      expect(await live(table, selected)).toEqual([]);
    }
    // Links that were deleted before the component was deleted stay deleted.
    expect(await live("config_component_relationships", idOf("component", 5))).toEqual([]);
    expect(await queryValue("select team_names from topology where id = $1", [component])).toEqual(["team 3"]);
    expect(await ask("select from components where id = $1 and deleted_at is null", [child])).toHaveLength(1);
  }));

test("a manual link between two deleted components is restored when the second component is restored", () =>
  undone(async () => {
    const [child, parent] = [idOf("component", 3), idOf("component", 2)];
    await ask("update component_relationships set selector_id = 'manual' where component_id = $1", [child]);
    const set = (id: string, time: string | null) =>
      ask("update components set deleted_at = $2::timestamptz where id = $1", [id, time]);
    await set(child, "2026-10-01");
    await set(parent, "2026-10-02");
    await set(child, null);
    expect(await live("component_relationships", child)).toEqual([]);
    await set(parent, null);
    expect(await live("component_relationships", child)).toHaveLength(1);
  }));

test("if a component is deleted, its children from other topologies become roots with updated paths", () =>
  undone(async () => {
    const parent = idOf("component", 3);
    const root = idOf("component", 1);
    const insert = async (name: string, parentId: string, path: string) => {
      const [row] = await ask(
        "insert into components (name, topology_id, parent_id, path) values ($1, $2, $3, $4) returning id",
        [name, idOf("topology", 2), parentId, path],
      );
      return (row as { id: string }).id;
    };
    const guest = await insert("guest", parent, `${root}.${parent}`);
    const luggage = await insert("luggage", guest, `${root}.${parent}.${guest}`);
    await insert("lock", luggage, `${root}.${parent}.${guest}.${luggage}`);
    await ask("update components set deleted_at = now() where id = $1", [parent]);
    expect(
      await ask("select name, parent_id, path, deleted_at from components where topology_id = $1 order by id", [
        idOf("topology", 2),
      ]),
    ).toEqual([
      { name: "guest", parent_id: null, path: "", deleted_at: null },
      { name: "luggage", parent_id: guest, path: guest, deleted_at: null },
      { name: "lock", parent_id: luggage, path: `${guest}.${luggage}`, deleted_at: null },
    ]);
  }));

test("the insights of a component are ordered by severity, its changes by time", async () => {
  expect(
    await ask("select severity from analysis_by_component where component_id = $1", [idOf("component", 3)]),
  ).toEqual([{ severity: "critical" }]);
  const changes = await ask("select config_id from changes_by_component where component_id = $1", [
    idOf("component", 3),
  ]);
  expect(changes).toEqual([{ config_id: idOf("config", 3) }]);
});

test("component_names excludes hidden components", () =>
  undone(async () => {
    await ask("update components set hidden = true where id = $1", [idOf("component", 1)]);
    expect(await queryValue("select count(*)::int from component_names")).toBe(11);
  }));

test("unhealthy times that are less than a step apart are merged", () =>
  undone(async () => {
    const [{ id }] = (await ask("insert into components (name) values ('flapping') returning id")) as [{ id: string }];
    await ask("delete from component_states where component_id = $1", [id]);
    await ask(
      `insert into component_states (component_id, since, name, health, status, is_deleted)
       select $1, '2026-11-17T10:00:00Z'::timestamptz + s.after, s.name, s.health, '', s.deleted
       from   (values (interval '0', 'before', 'unhealthy', false), ('10 min', 'before', 'healthy', false),
                      ('11 min', 'flapping', 'unhealthy', false), ('20 min', 'flapping', 'unhealthy', true),
                      ('30 min', 'flapping', 'warning', false), ('40 min', 'flapping', 'unhealthy', false)) s (after, name, health, deleted)`,
      [id],
    );
    const intervals = async (since: string, step: string) =>
      (
        (await ask(
          `select to_char(since at time zone 'UTC', 'HH24:MI') as since, to_char(until at time zone 'UTC', 'HH24:MI') as until, name
           from   unhealthy_intervals(array[$1::uuid], $2, $3)
           order  by 1`,
          [id, `2026-11-17T${since}:00Z`, step],
        )) as { since: string; until: string | null; name: string }[]
      ).map((row) => [row.since, row.until, row.name]);
    expect(await intervals("09:00", "1 second")).toEqual([
      ["10:00", "10:10", "flapping"],
      ["10:11", "10:20", "flapping"],
      ["10:40", null, "flapping"],
    ]);
    expect(await intervals("09:00", "2 min")).toEqual([
      ["10:00", "10:20", "flapping"],
      ["10:40", null, "flapping"],
    ]);
    expect(await intervals("10:15", "1 second")).toEqual([
      ["10:11", "10:20", "flapping"],
      ["10:40", null, "flapping"],
    ]);
  }));
