// Tests checks that read Quarterdeck's own database: the catalog, and limits set by properties.
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { look, type Looked } from "#tests/servers/look.ts";
import { readCatalog } from "#server/db/relations.ts";
import type { System } from "#server/area.ts";
import { compile } from "#lib/expression/compile.ts";
import { CouldNotCheck } from "../check-kind.ts";
import { fromOwnDatabase } from "./check-errors.ts";

const { databases: db } = await testDatabase();
const { ask } = await estateIn({ connection: db.connection } as Awaited<ReturnType<typeof testDatabase>>);
const current = await readCatalog(db.pools.system);
const system = { db, catalog: { current } } as System;
await ask("update config_items set deleted_at = now() where name = 'pod-11'");

const names = ({ data }: Looked) => (data!["results"] as { name: string }[]).map(({ name }) => name);
const lookAt = (selector: object[], spec: object = {}) => look("catalog", { selector, ...spec }, { system });

test.each<[title: string, selector: object[], found: string[]]>([
  ["a search", [{ search: "pod -pod-1*" }], ["pod-5", "pod-6", "pod-7", "pod-8", "pod-9"]],
  [
    "all fields of a selector at once",
    [{ types: ["Kubernetes::Pod"], health: "unhealthy,warning" }],
    ["pod-10", "pod-9"],
  ],
  [
    "any of several selectors",
    [{ name: "pod-5" }, { name: "cluster-*" }, { search: "name=pod-5" }],
    ["cluster-1", "pod-5"],
  ],
  [
    "labels, tags and columns",
    [{ labelSelector: "app=app-2", tagSelector: "cluster=north", fieldSelector: "type=Kubernetes::Pod" }],
    ["pod-5", "pod-8"],
  ],
  [
    "selectors with their own limits",
    [
      { search: "pod", limit: 1 },
      { search: "namespace", limit: 2 },
    ],
    ["namespace-2", "namespace-3", "pod-10"],
  ],
  ["a search in another order", [{ search: "pod limit=1 sort=-name" }], ["pod-9"]],
  ["a deleted item with includeDeleted", [{ name: "pod-11", includeDeleted: true }], ["pod-11"]],
  ["nothing", [{ name: "mutiny" }], []],
  ["an empty selector", [{}], []],
  ["another agent", [{ search: "pod", agent: "nobody" }], []],
])("finds items by %s", async (_, selector, found) => {
  const looked = await lookAt(selector, { test: { expr: "true" } });
  expect(looked.pass).toBe(true);
  expect(names(looked)).toEqual(found);
});

test("provides each catalog item with its config", async () => {
  const { data, message, detail } = await lookAt([{ search: "pod-5" }]);
  const run = async (text: string) => (await compile("cel", text)).run({ ...data });
  expect(await run("results.map(r, string(r.config.n) + ' ' + r.health + ' ' + r.tags.cluster)")).toEqual([
    "5 healthy north",
  ]);
  expect(message).toBe("1 item");
  expect(detail).toMatchObject([{ name: "pod-5", type: "Kubernetes::Pod", health: "healthy" }]);
});

test("fails without items, unless an expression evaluates them or the spec allows it", async () => {
  const none = [{ name: "mutiny" }];
  const broken = { pass: false, error: "No catalog items match" };
  const expr = { expr: "results.toJSON()" };
  expect(await lookAt(none)).toMatchObject(broken);
  expect(await lookAt(none, { test: { expr: "true" }, markFailOnEmpty: true })).toMatchObject(broken);
  for (const spec of [{ test: { expr: "true" } }, { transform: expr }, { display: expr }, { markFailOnEmpty: false }])
    expect(await lookAt(none, spec)).toMatchObject({ pass: true });
});

test("reads 1,000 catalog items, and reports whether there are more", async () => {
  const insert = (from: number, to: number) =>
    ask(
      `insert into config_items (name, type, config_class, external_id)
       select 'crate ' || n, 'Test::Crate', 'Crate', array['crate ' || n] from generate_series($1::int, $2::int) n`,
      [from, to],
    );
  await insert(1, 1_000);
  expect(await lookAt([{ types: ["Test::Crate"] }])).toMatchObject({ message: "1000 items", isPartial: false });
  await insert(1_001, 1_001);
  const found = await lookAt([{ types: ["Test::Crate"] }]);
  expect(found).toMatchObject({ message: "The first 1000 items", isPartial: true });
  expect(names(found)).toHaveLength(1_000);
});

test("a catalog check is invalid with an unreadable selector, or without a server", async () => {
  expect((await lookAt([{ search: "(" }])).invalid).toMatch(/^The selector cannot be read: /);
  expect((await lookAt([{ search: "mast=3" }])).invalid).toBe("The selector cannot be read: Unknown field mast.");
  expect(await look("catalog", { selector: [{ name: "x" }] })).toEqual({
    invalid: "The catalog is stored by the server and cannot be read without it.",
  });
});

test("limits the number of applied objects by a property", async () => {
  await ask("insert into properties (name, value) values ('checks.kubernetesResource.maxResources', '1')");
  const pod = (name: string) => ({ apiVersion: "v1", kind: "Pod", metadata: { name } });
  const spec = { resources: [pod("port"), pod("starboard")] };
  expect((await look("kubernetesResource", spec, { system })).invalid).toMatch(
    /^A check can apply at most 1 resources, but this check lists 2\./,
  );
});

test("reports could_not_check when the database is unavailable", async () => {
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
  await expect(fromOwnDatabase(() => Promise.reject(away))).rejects.toBeInstanceOf(CouldNotCheck);
  await expect(fromOwnDatabase(() => Promise.reject(new RangeError("x")))).rejects.toBeInstanceOf(RangeError);
});
