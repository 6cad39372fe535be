import { expect, test } from "vitest";
import { gallery } from "../gallery.ts";
import { viewSpec } from "./view-spec.ts";

const query = { configs: { types: ["Pod"] } };
const panel = { name: "Pods", type: "number", query: "select count(*) as value from pods" };
const column = { name: "id", type: "string", primaryKey: true };
const valid = { queries: { pods: query }, panels: [panel] };

const issuesOf = (spec: unknown) =>
  viewSpec.safeParse(spec).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];

test("accepts a view that has only panels, only columns or only sections", () => {
  expect(issuesOf(valid)).toEqual([]);
  expect(issuesOf({ queries: { pods: query }, columns: [column] })).toEqual([]);
  expect(issuesOf({ sections: [{ title: "Other", viewRef: { name: "other" } }] })).toEqual([]);
  expect(issuesOf({ sections: [{ title: "Changes", uiRef: { changes: { severity: "high" } } }] })).toEqual([]);
});

test("the gallery views are valid", () => {
  expect(gallery.map(({ name }) => name)).toEqual([
    "fleet-overview",
    "certificates",
    "changes-today",
    "cost-by-type",
    "flapping-checks",
    "backups",
  ]);
  for (const { spec } of gallery) expect(issuesOf(spec)).toEqual([]);
});

test.each([
  [{ columns: [column] }, "queries must have at least one query"],
  [{ queries: { pods: query } }, "columns is required unless there are panels"],
  [{ ...valid, columns: [{ ...column, primaryKey: false }] }, "columns must have a column with primaryKey: true"],
  [
    { queries: { a: query, b: query }, columns: [column] },
    "merge is required, because the table reads several queries",
  ],
  [{ ...valid, queries: { pods: {} } }, "queries.pods must have exactly one of configs, changes, checks"],
  [
    { ...valid, queries: { pods: { ...query, changes: { types: ["x"] } } } },
    "queries.pods.changes must have exactly one",
  ],
  [
    { ...valid, queries: { pods: { configs: {} } } },
    "queries.pods.configs is empty, and an empty selector selects nothing",
  ],
  [{ ...valid, queries: { sqlite_x: query } }, "queries.sqlite_x"],
  [{ ...valid, queries: { pods: query, PODS: query } }, "queries.PODS has the same name as another query"],
  [
    { ...valid, queries: { pods: { sql: { query: "select 1" } } } },
    "queries.pods.sql.connection is required unless a URL is set",
  ],
  [{ ...valid, columns: [column, column] }, "columns.1.name is the name of another column"],
  [{ ...valid, columns: [{ ...column, name: "__row__attributes" }] }, "columns.0.name must not begin with __"],
  [{ ...valid, columns: [{ ...column, type: "colour" }] }, "columns.0.type must be one of string, number"],
  [{ ...valid, columns: [column], mapping: { other: "row.x" } }, "mapping.other is not the name of a column"],
  [{ ...valid, columns: [column], mapping: { id: "row." } }, "mapping.id "],
  [{ ...valid, panels: [{ ...panel, type: "radar" }] }, "panels.0.type must be one of piechart"],
  [{ ...valid, panels: [panel, panel] }, "panels.1.name is the name of another panel"],
  [{ ...valid, cache: { maxAge: "soon" } }, "cache.maxAge"],
  [
    { ...valid, templating: [{ key: "a", values: ["x"], valueFrom: { config: {} } }] },
    "templating.0.values must have exactly one",
  ],
  [
    { ...valid, templating: [{ key: "a", values: ["x"], dependsOn: ["b"] }] },
    "templating.0.dependsOn.0 is not the key of a variable",
  ],
  [
    {
      ...valid,
      templating: [
        { key: "a", values: ["x"], dependsOn: ["b"] },
        { key: "b", values: ["x"], dependsOn: ["a"] },
      ],
    },
    "templating has variables that depend on each other in a circle: a, b",
  ],
  [{ sections: [{ title: "None" }] }, "sections.0 must have either viewRef, or uiRef"],
])("refuses %j", (spec, issue) => {
  expect(issuesOf(spec)).toEqual(expect.arrayContaining([expect.stringContaining(issue)]));
});
