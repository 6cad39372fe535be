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

test("deleting a component deletes its links, and a link can be restored", () =>
  undone(async () => {
    const component = idOf("component", 3);
    const live = (table: string) =>
      ask(`select from ${table} where component_id = $1 and deleted_at is null`, [component]);
    await ask("update components set deleted_at = now() where id = $1", [component]);
    for (const table of ["config_component_relationships", "check_component_relationships", "component_relationships"])
      expect(await live(table)).toEqual([]);
    expect(await ask("select from team_components where component_id = $1", [component])).toEqual([]);
    await ask("update config_component_relationships set deleted_at = null where component_id = $1", [component]);
    expect(await live("config_component_relationships")).toHaveLength(1);
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
