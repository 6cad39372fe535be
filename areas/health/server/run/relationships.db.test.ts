import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { idOf } from "#tests/support/estate.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { rewriteCanary, runChecks, startTarget, until, writeCanary } from "#tests/support/running-checks.ts";
import type { Json } from "#language/columns.ts";
import { forgetRelationships, writeRelationships } from "./relationships.ts";
import { bareResult, type CheckResult } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";

const database = await testDatabase();
const { ask } = await estateIn(database);
const db = database.databases.system;

const result: CheckResult = {
  ...bareResult("healthy", new Date()),
  data: { results: { pod: "pod-7" } },
  labels: { of: "result" },
};

const check = (number: number, relationships?: object): RunnableCheck => ({
  id: idOf("check", number),
  type: "http",
  name: `check ${number}`,
  labels: { team: "b", pod: "pod-8" },
  spec: { ...(relationships && { relationships }) },
  canary: {
    id: idOf("canary", number),
    name: `canary ${number}`,
    namespace: "default",
    labels: { tier: "one" },
    spec: {},
    trust: "operator",
  },
});

const write = (number: number, relationships?: object, runResult = result) =>
  db.transaction().execute((tx) => writeRelationships(tx, check(number, relationships), runResult));

async function related(number: number, to: "config" | "component" = "config") {
  const plural = to === "config" ? "config_items" : "components";
  const rows = await ask<{ name: string }>(
    `select t.name from check_${to}_relationships r join ${plural} t on t.id = r.${to}_id
     where r.check_id = $1 and r.selector_id like 'check/%' and r.deleted_at is null order by t.name`,
    [idOf("check", number)],
  );
  return rows.map(({ name }) => name);
}

test.each([
  ["a value", [{ name: { value: "pod-7" } }], ["pod-7"]],
  ["a label of the check", [{ name: { label: "pod" } }], ["pod-8"]],
  [
    "an expression over the result",
    [{ name: { expr: "result.results.pod" }, type: { value: "Kubernetes::Pod" } }],
    ["pod-7"],
  ],
  ["an id", [{ id: { value: idOf("config", 6) } }], ["pod-6"]],
  ["an external id", [{ external_id: { value: "uid-9" } }], ["pod-9"]],
  ["a namespace and labels", [{ namespace: { value: "ns-3" }, labels: { app: "app-1" } }], ["pod-10", "pod-7"]],
  ["a scraper that does not exist", [{ name: { value: "pod-7" }, scope: { value: "nobody" } }], []],
  [
    "any scraper and agent",
    [{ name: { value: "pod-7" }, scope: { value: "all" }, agent: { value: "all" } }],
    ["pod-7"],
  ],
  ["another agent", [{ name: { value: "pod-7" }, agent: { value: "elsewhere" } }], []],
  ["several selectors", [{ name: { value: "pod-7" } }, { name: { value: "pod-8" } }], ["pod-7", "pod-8"]],
  ["an empty field", [{ type: { value: "Kubernetes::Pod" }, name: { label: "missing" } }], []],
  ["an expression that fails", [{ name: { expr: "result.none.of.it" } }], []],
  ["no field at all", [{ agent: { value: "all" } }], []],
  ["an invalid id", [{ id: { value: "x' or true" } }], []],
])("finds config items by %s", async (_, configs, names) => {
  await write(1, { configs });
  expect(await related(1)).toEqual(names);
});

test("finds components in the same way as config items, and keeps links that other features created", async () => {
  await write(2, {
    components: [{ name: { value: "component 3" } }, { labels: { tier: "4" } }, { external_id: { value: "ext-5" } }],
  });
  expect(await related(2, "component")).toEqual(["component 3", "component 4", "component 5"]);
  await write(2, { components: [{ name: { value: "component 3" } }] });
  expect(await related(2, "component")).toEqual(["component 3"]);
  const others = await ask(
    "select from check_component_relationships where check_id = $1 and selector_id = 'rule' and deleted_at is null",
    [idOf("check", 2)],
  );
  expect(others).toHaveLength(1);
});

test("removes a link that no selector matches, and restores the same row later", async () => {
  const rows = () =>
    ask(
      "select config_id, deleted_at is null as there from check_config_relationships where check_id = $1 and selector_id like 'check/%'",
      [idOf("check", 3)],
    );
  await write(3, { configs: [{ name: { expr: "result.results.pod" } }] });
  await write(
    3,
    { configs: [{ name: { expr: "result.results.pod" } }] },
    { ...result, data: { results: { pod: "pod-9" } } },
  );
  expect(await related(3)).toEqual(["pod-9"]);
  await write(3, { configs: [{ name: { expr: "result.results.pod" } }] });
  expect(await related(3)).toEqual(["pod-7"]);
  expect(await rows()).toHaveLength(2);
  await write(3);
  expect(await related(3)).toEqual([]);
});

test("keeps the links after a failed run that does not provide the value of a selector", async () => {
  const relationships = { configs: [{ name: { expr: "result.results.pod" } }] };
  await write(6, relationships);
  await write(6, relationships, { ...result, verdict: "unhealthy", data: {} });
  expect(await related(6)).toEqual(["pod-7"]);
  await write(6, relationships, { ...result, data: {} });
  expect(await related(6)).toEqual([]);
});

test("does not send a statement while the selectors resolve to the same values", async () => {
  const statementCount = async (number: number, relationships?: object) => {
    let statements = 0;
    const counting = db.withPlugin({
      transformQuery: ({ node }) => ((statements += 1), node),
      transformResult: async ({ result: rows }) => rows,
    });
    await counting.transaction().execute((tx) => writeRelationships(tx, check(number, relationships), result));
    return statements;
  };
  const relationships = { configs: [{ name: { value: "pod-7" } }] };
  expect(await statementCount(4)).toBe(0);
  expect(await statementCount(4, relationships)).toBeGreaterThan(0);
  expect(await statementCount(4, relationships)).toBe(0);
});

test("removes the links of selectors that an updated canary no longer has", async () => {
  const relationships = { configs: [{ name: { value: "pod-7" } }, { name: { value: "pod-8" } }] };
  await write(5, relationships);
  const written = { relationships: { configs: [{ name: { value: "pod-8" } }] } };
  await ask("update checks set spec = $2 where id = $1", [idOf("check", 5), JSON.stringify(written)]);
  await db.transaction().execute((tx) => forgetRelationships(tx, idOf("canary", 5)));
  expect(await related(5)).toEqual(["pod-8"]);
});

test("links a scheduled check, and unlinks it when the canary is updated", async () => {
  const target = await startTarget();
  await runChecks(database.databases);
  const tcp = (configs: readonly object[]) => ({
    schedule: "@every 1m",
    tcp: [{ name: "port", endpoint: target.endpoint, labels: { pod: "pod-11" }, relationships: { configs } }],
  });
  const canary = await writeCanary(database.databases, tcp([{ name: { label: "pod" } }]) as Json, { name: "linked" });
  const linked = () =>
    ask<{ name: string }>(
      "select t.name from check_config_relationships r join config_items t on t.id = r.config_id where r.canary_id = $1 and r.deleted_at is null",
      [canary],
    );
  expect(await until(linked, (rows) => rows.length > 0)).toEqual([{ name: "pod-11" }]);
  await rewriteCanary(database.databases, canary, { spec: tcp([]) as Json });
  expect(await linked()).toEqual([]);
});
