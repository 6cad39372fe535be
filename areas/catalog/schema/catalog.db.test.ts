import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const { ask, queryValue, undone } = await estateIn(await testDatabase());
const config = (number: number) => idOf("config", number);

/** Returns the numbers of the config items that a walk found, in order. */
async function walk(call: string): Promise<number[]> {
  const rows = await ask<{ id: string }>(`select id from ${call}`);
  const numbers = new Map(Array.from({ length: 12 }, (_, n) => [config(n + 1), n + 1]));
  return rows.map(({ id }) => numbers.get(id) ?? -1);
}
const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

test("facets contain the tags and labels in use, and are removed with their last item", () =>
  undone(async () => {
    const pairs = async () =>
      (await ask<{ pair: string }>("select key || '=' || value as pair from config_labels")).map(({ pair }) => pair);
    expect(await pairs()).toEqual(["app=app-0", "app=app-1", "app=app-2"]);
    await ask(`update config_items set labels = '{"app": "shop", "tier": "one"}' where id = $1`, [config(5)]);
    expect(await pairs()).toEqual(["app=app-0", "app=app-1", "app=app-2", "app=shop", "tier=one"]);
    await ask("update config_items set deleted_at = now() where id = $1", [config(5)]);
    expect(await pairs()).toEqual(["app=app-0", "app=app-1", "app=app-2"]);
    await ask("update config_items set deleted_at = null where id = $1", [config(5)]);
    expect(await pairs()).toContain("tier=one");
    await ask("update config_items set labels = null where id <> $1", [config(5)]);
    expect(await pairs()).toEqual(["app=shop", "tier=one"]);
    expect(await ask("select key from config_tags_labels_keys")).toEqual([
      { key: "label:app" },
      { key: "label:tier" },
      { key: "tag:cluster" },
      { key: "tag:namespace" },
    ]);
  }));

test("labels that are not strings are rejected", () =>
  undone(async () => {
    await expect(ask(`update config_items set labels = '{"a": 1}'`)).rejects.toMatchObject({ code: "23514" });
  }));

test("facets list each value once, in order", async () => {
  expect(await ask("select type from config_types")).toEqual([
    { type: "Kubernetes::Cluster" },
    { type: "Kubernetes::Namespace" },
    { type: "Kubernetes::Pod" },
  ]);
  expect(await ask("select change_type from change_types where change_type not like 'Notification%'")).toEqual([
    { change_type: "Deployment" },
    { change_type: "Scaling" },
    { change_type: "diff" },
  ]);
  // The twelfth insight, of analyzer-0, is resolved; other insights of this analyzer are open.
  expect((await ask("select analyzer from config_analysis_analyzers")).length).toBe(4);
});

test("an item without a name gets the end of its id as its name", async () => {
  expect(await queryValue("select name from config_items where id = $1", [config(12)])).toBe(config(12).slice(-12));
});

test("the edge to the parent is updated when the parent of an item changes", () =>
  undone(async () => {
    const parents = () =>
      ask("select config_id from config_relationships where related_id = $1 and relation = 'hard'", [config(5)]);
    expect(await parents()).toEqual([{ config_id: config(4) }]);
    await ask("update config_items set parent_id = $2 where id = $1", [config(5), config(3)]);
    expect(await parents()).toEqual([{ config_id: config(3) }]);
  }));

test("related items can be found via outgoing, incoming, all or only hard edges", async () => {
  const call = (number: number, rest: string) => walk(`related_configs_recursive('${config(number)}', ${rest})`);
  // Namespace 4 has the pods 5, 8 and 11; pod 5 calls 6 and 6 calls 5. The cluster above is always part of the result.
  expect(sorted(await call(4, "'outgoing'"))).toEqual([1, 4, 5, 6, 8, 11]);
  expect(sorted(await call(4, "'outgoing', outgoing_relation => 'hard'"))).toEqual([1, 4, 5, 8, 11]);
  expect(sorted(await call(4, "'outgoing', max_depth => 1"))).toEqual([1, 4, 5, 8, 11]);
  expect(sorted(await call(6, "'incoming', incoming_relation => 'hard'"))).toEqual([1, 2, 6]);
  expect(sorted(await call(6, "'incoming'"))).toEqual([1, 2, 4, 5, 6]);
  expect(sorted(await call(4, "'all'"))).toEqual(sorted(await call(4, "''")));
  expect(sorted(await call(4, "'outgoing', max_depth => 0"))).toEqual([1, 4]);
  // The console shows the parents among the incoming relationships only.
  expect(sorted(await call(4, "'outgoing', include_ancestors => false"))).toEqual([4, 5, 6, 8, 11]);
  expect(sorted(await call(6, "'incoming', include_ancestors => false"))).toEqual([1, 2, 4, 5, 6]);
  await expect(call(4, "'sideways'")).rejects.toThrow(/type_filter must be outgoing/);
});

test("a related item lists the ids of its outgoing edges, and the requested item comes first", async () => {
  const rows = await ask<{ id: string; related_ids: string[] | null }>(
    `select id, related_ids from related_configs_recursive('${config(4)}', 'outgoing', outgoing_relation => 'hard')`,
  );
  expect(rows[0]!.id).toBe(config(4));
  expect(rows[0]!.related_ids?.toSorted()).toEqual([config(5), config(8), config(11)].toSorted());
  expect(rows.find(({ id }) => id === config(1))!.related_ids).toEqual([config(4)]);
  expect(rows.find(({ id }) => id === config(5))!.related_ids).toBeNull();
});

test("deleted items and edges are included in the walk only on request", () =>
  undone(async () => {
    await ask("update config_items set deleted_at = now() where id = $1", [config(8)]);
    const found = (rest = "") => walk(`related_configs_recursive('${config(4)}', 'outgoing'${rest})`);
    expect(await found()).not.toContain(8);
    expect(await found(", include_deleted_configs => true")).toContain(8);
    await ask("update config_relationships set deleted_at = now() where related_id = $1", [config(11)]);
    expect(await found()).not.toContain(11);
  }));

test("changes can be queried for an item alone, or with the items below it, above it or around it", async () => {
  const changesOf = async (type: string) =>
    new Set(
      (
        await ask<{ config_id: string }>(`select config_id from related_changes_recursive('${config(4)}', '${type}')`)
      ).map(({ config_id }) => config_id),
    );
  expect(await changesOf("none")).toEqual(new Set([config(4)]));
  expect(await changesOf("upstream")).toEqual(new Set([config(4), config(1)]));
  expect(await changesOf("downstream")).toEqual(new Set([4, 5, 8, 11].map(config)));
  expect(await changesOf("all")).toEqual(new Set([1, 4, 5, 6, 8, 11].map(config)));
});

test("a new health is recorded as a change, except for items of agents, because agents report their changes themselves", () =>
  undone(async () => {
    const healthChanges = () =>
      ask(
        "select change_type, severity from config_changes where source = 'config-db-health-trigger' order by created_at, id",
      );
    await ask("update config_items set health = 'unhealthy', status = 'CrashLoopBackOff' where id = $1", [config(5)]);
    expect(await healthChanges()).toEqual([{ change_type: "Unhealthy", severity: "medium" }]);
    await ask("update config_items set agent_id = $2 where id = $1", [config(6), idOf("agent", 1)]);
    await ask("update config_items set health = 'unhealthy' where id = $1", [config(6)]);
    expect(await healthChanges()).toHaveLength(1);
  }));

test("only a changed document counts as an update of an item", () =>
  undone(async () => {
    await ask("alter table config_items disable trigger touched");
    await ask("update config_items set updated_at = '2026-01-01'");
    await ask("alter table config_items enable trigger touched");
    const touched = () => queryValue("select updated_at > '2026-01-01' from config_items where id = $1", [config(5)]);
    await ask("update config_items set last_scraped_time = now(), status = 'Stopped' where id = $1", [config(5)]);
    expect(await touched()).toBe(false);
    await ask("update config_items set config = '{}', deleted_at = now() where id = $1", [config(5)]);
    expect(await touched()).toBe(false);
    await ask(`update config_items set config = '{"n": 0}', deleted_at = null where id = $1`, [config(5)]);
    expect(await touched()).toBe(true);
  }));

test("a row that changes after it was pushed is marked for another push", () =>
  undone(async () => {
    const pushed = () => queryValue("select is_pushed from config_items where id = $1", [config(5)]);
    await ask("update config_items set is_pushed = true where id = $1", [config(5)]);
    expect(await pushed()).toBe(true);
    await ask("update config_items set status = 'Stopped' where id = $1", [config(5)]);
    expect(await pushed()).toBe(false);
  }));

test("a change of an item with the same external id is stored once, and changes without an external id are always stored", () =>
  undone(async () => {
    const again = (key: string | null) =>
      ask("insert into config_changes (config_id, change_type, external_change_id) values ($1, 'diff', $2)", [
        config(2),
        key,
      ]);
    await again(null);
    await again(null);
    await expect(again("event-1")).rejects.toMatchObject({ code: "23505", constraint: "config_changes_external_id" });
  }));

test("each new item has a tally of its changes, so that joins do not drop the item", () =>
  undone(async () => {
    await ask("insert into config_items (id, type, config_class, name) values ($1, 'a', 'a', 'new')", [idOf("new", 1)]);
    expect(await queryValue("select changes::int from configs where id = $1", [idOf("new", 1)])).toBe(0);
    expect(await queryValue("select count(*)::int from configs")).toBe(
      await queryValue("select count(*)::int from config_items"),
    );
  }));

test("configs count the changes of the last seven days and the open insights by type", async () => {
  expect(await ask("select changes::int, analysis, namespace from configs where id = $1", [config(2)])).toEqual([
    { changes: 1, analysis: { cost: 1 }, namespace: "ns-1" },
  ]);
  expect(await queryValue("select summary from config_detail where id = $1", [config(4)])).toMatchObject({
    relationships: 4,
    analysis: 1,
    checks: 1,
    playbook_runs: 1,
  });
});

test("the values of tags and properties are searchable", async () => {
  expect(await ask("select tags_values, properties_values from config_items where id = $1", [config(2)])).toEqual([
    { tags_values: ["north", "ns-1"], properties_values: ["two cores", 2048] },
  ]);
});
