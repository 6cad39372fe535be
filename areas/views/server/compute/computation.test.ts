import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { testMs } from "#tests/support/time-limits.ts";
import { Computation, type ComputeOptions } from "./computation.ts";
import type { ComputePlan } from "./plan.ts";

const limits = { maxRows: 1_000, maxBytes: 1_000_000, maxMemoryBytes: 64 * 1024 * 1024 };
const uuid = "11111111-2222-4333-8444-555555555555";

const planned = (plan: Partial<ComputePlan>): ComputePlan => ({
  tables: ["items"],
  panels: [],
  columns: [],
  mapping: {},
  viewIds: {},
  limits,
  ...plan,
});

function started(plan: Partial<ComputePlan>, options: Partial<ComputeOptions> = {}): Computation {
  const computation = new Computation(planned(plan), {
    signal: new AbortController().signal,
    sqlMs: testMs,
    findItems: async () => ({}),
    ...options,
  });
  onTestFinished(() => computation.stop());
  return computation;
}

/** Loads the table `items`, and returns the result with its rows. */
async function compute(
  plan: Partial<ComputePlan>,
  {
    rows = [["a", 1]],
    columns = ["name", "size"],
    options = {},
  }: {
    rows?: readonly unknown[][];
    columns?: readonly string[];
    options?: Partial<ComputeOptions>;
  } = {},
) {
  const computation = started(plan, options);
  await computation.table({ index: 0, name: "items", columns, types: {} });
  await computation.rows(
    0,
    rows.map((row) => JSON.stringify(row)),
  );
  const { result, rows: found } = await computation.finish();
  return { ...result, rows: JSON.parse(found.toString()) as unknown[][] };
}

test("merges tables with SQL, and adds a label and a value to the rows of each panel", async () => {
  const computation = started({
    tables: ["pods", "limits"],
    merge: `select p.name, k8s_cpu_to_number(p.cpu) as cpu, memory_to_bytes(l.memory) as memory
            from pods p left join limits l on l.pod = p.name order by p.name`,
    columns: [
      { name: "name", type: "string", primaryKey: true },
      { name: "cpu", type: "number" },
      { name: "memory", type: "bytes" },
    ],
    panels: [
      { name: "Pods", type: "number", query: "select count(*) as count from pods" },
      { name: "By CPU", type: "piechart", query: "select cpu as kind, count(*) as n from pods group by 1 order by 1" },
    ],
  });
  await computation.table({ index: 0, name: "pods", columns: ["name", "cpu"], types: {} });
  await computation.table({ index: 1, name: "limits", columns: ["pod", "memory"], types: {} });
  await computation.rows(1, ['["b","1KiB"]']);
  await computation.rows(0, ['["b","500m"]', '["a","2"]']);
  const { result, rows } = await computation.finish();
  expect(result.errors).toEqual([]);
  expect(JSON.parse(rows.toString())).toEqual([
    ["a", 2, 0],
    ["b", 0.5, 1_024],
  ]);
  expect(result.panels).toEqual([
    { name: "Pods", rows: [{ count: 2, value: 2 }] },
    {
      name: "By CPU",
      rows: [
        { kind: "2", n: 1, label: "2", value: 1, count: 1 },
        { kind: "500m", n: 1, label: "500m", value: 1, count: 1 },
      ],
    },
  ]);
});

test("maps columns with CEL, adds links to cells, and shows the config items that the reader may read", async () => {
  const asked: unknown[] = [];
  const { rows, hasAttributes, columnOptions, errors, warnings } = await compute(
    {
      columns: [
        { name: "name", type: "string", primaryKey: true, url: { template: "https://example.org/$(row.name)" } },
        { name: "owner", type: "string", filter: { type: "multiselect" } },
        { name: "used", type: "gauge", gauge: { max: "row.size * 2" }, icon: "row.size > 1 ? 'disk' : ''" },
        { name: "tags", type: "labels", filter: { type: "multiselect" } },
        { name: "item", type: "config_item", configItem: { idField: "id" } },
        { name: "view", type: "string", url: { view: { name: "other", filter: { name: "row.name" } } } },
        { name: "evil", type: "string", url: { template: "javascript:alert(1)" } },
        { name: "on", type: "boolean" },
        { name: "took", type: "duration" },
      ],
      mapping: { owner: "row.tags.team", used: "row.size", view: "'open'", took: "duration('2s')", evil: "'x'" },
      viewIds: { "default/other": "v1" },
    },
    {
      columns: ["name", "size", "tags", "id", "on"],
      rows: [
        ["a", 2, { team: "ops" }, uuid, true],
        ["b", 1, { team: "dev" }, null, false],
        ["a", 9, {}, null, null],
      ],
      options: {
        findItems: async (ids) => {
          asked.push(...ids);
          return { [uuid]: { id: uuid, name: "pod-a", health: "healthy" } };
        },
      },
    },
  );
  expect(errors).toEqual([]);
  expect(asked).toEqual([uuid]);
  expect(hasAttributes).toBe(true);
  expect(rows).toEqual([
    [
      "a",
      "ops",
      2,
      { team: "ops" },
      "pod-a",
      "open",
      "x",
      true,
      2_000_000_000,
      {
        name: { url: "https://example.org/a" },
        used: { max: 4, icon: "disk" },
        item: { config: { id: uuid, name: "pod-a", health: "healthy" } },
        view: { url: "/views/v1?var.name=a" },
      },
    ],
    ["b", "dev", 1, { team: "dev" }, null, "open", "x", false, 2_000_000_000, expect.anything()],
  ]);
  expect(columnOptions).toEqual({ owner: { list: ["dev", "ops"] }, tags: { labels: { team: ["dev", "ops"] } } });
  expect(warnings).toEqual(["1 row has the same primary key as an earlier row, and is left out."]);
});

test("reports the errors of a panel, an expression and a merge, and computes the other parts", async () => {
  const { errors, panels, rows } = await compute({
    merge: "select missing from items",
    columns: [{ name: "name", type: "string", primaryKey: true }],
    panels: [
      { name: "Broken", type: "number", query: "select absent from items" },
      { name: "Fine", type: "number", query: "select count(*) as value from items" },
    ],
  });
  expect(errors).toEqual([
    { panel: "Broken", message: expect.stringMatching(/no such column: absent/) },
    { query: "merge", message: expect.stringMatching(/no such column: missing/) },
  ]);
  expect(panels[1]).toEqual({ name: "Fine", rows: [{ value: 1 }] });
  expect(rows).toEqual([]);
  const mapped = await compute({
    columns: [
      { name: "name", type: "string", primaryKey: true },
      { name: "wrong", type: "number" },
    ],
    mapping: { wrong: "row.name / 0" },
  });
  expect(mapped.errors).toEqual([{ column: "wrong", message: expect.any(String) }]);
  expect(mapped.rows).toEqual([["a", null]]);
});

const secretFile = "/etc/passwd";

test.each([
  `attach database '${secretFile}' as other`,
  `select * from items; attach database '${secretFile}' as other`,
  `with x as (select 1) insert into items values ('evil', 2)`,
  `select load_extension('${secretFile}')`,
  `select readfile('${secretFile}')`,
  `select writefile('/tmp/view-escape', 'x')`,
  "select * from pragma_database_list",
  "select fts3_tokenizer('simple')",
  "pragma query_only = off",
  "vacuum into '/tmp/view-escape'",
  "create table evil (x)",
  "select * from config_items",
  "select randomblob(900000000)",
  "select group_concat(a.value) from json_each('[1,2,3]') a, items, (with recursive t(n) as (select 1 union all select n + 1 from t limit 20000000) select n from t)",
])("hostile SQL does not leave its tables: %s", async (query) => {
  const { errors, panels } = await compute({
    panels: [
      { name: "Evil", type: "table", query },
      { name: "After", type: "number", query: "select count(*) as value from items" },
    ],
  });
  expect(errors).toEqual([{ panel: "Evil", message: expect.any(String) }]);
  expect(panels[1]!.rows).toEqual([{ value: 1 }]);
  expect(existsSync("/tmp/view-escape")).toBe(false);
});

test("endless SQL is killed at its time limit", async () => {
  const endless = "with recursive t(n) as (select 1 union all select n + 1 from t) select max(n) as value from t";
  const computing = compute(
    { panels: [{ name: "Endless", type: "number", query: endless }] },
    { options: { sqlMs: 2_000 } },
  );
  await expect(computing).rejects.toThrow("The SQL of the view takes longer than 2 s.");
});

test("cancelling a refresh stops its process", async () => {
  const stop = new AbortController();
  const computation = started({}, { signal: stop.signal });
  stop.abort();
  await expect(computation.finish()).rejects.toThrow("The refresh was stopped, because it took too long.");
});

test("too many rows, and a table that is too large, are errors", async () => {
  const columns = [{ name: "n", type: "number" as const, primaryKey: true }];
  const many = "with recursive t(n) as (select 1 union all select n + 1 from t where n < 2000) select n from t";
  const { errors } = await compute({ columns, merge: many });
  expect(errors).toEqual([{ query: "merge", message: "The table has more than 1,000 rows." }]);
  const large = await compute({
    columns: [{ name: "n", type: "string", primaryKey: true }],
    merge: "select hex(zeroblob(600000)) as n",
  });
  expect(large.errors).toEqual([{ query: "merge", message: "The table is larger than 1 MB." }]);
});

test("bytes are encoded as Base64, and the total size of all panels is limited", async () => {
  const { errors, panels } = await compute({
    // The texts are larger than the rows of the other tests.
    limits: { ...limits, maxMemoryBytes: 256 * 1024 * 1024 },
    panels: [
      { name: "Bytes", type: "text", query: "select x'616263' as value" },
      ...Array.from({ length: 5 }, (_, at) => ({
        name: `Large ${at}`,
        type: "text" as const,
        query: "select hex(zeroblob(2500000)) as text",
      })),
    ],
  });
  expect(panels[0]!.rows).toEqual([{ value: "YWJj" }]);
  // Each panel has 10 MB: 5 MB in the column text, and the same 5 MB in the column value.
  expect(errors).toEqual(
    [1, 2, 3, 4].map((at) => ({ panel: `Large ${at}`, message: "The panels of a view can have at most 20 MB." })),
  );
});

test("whole numbers stay integers, all numbers of a column with fractions are decimal, and large integers can be read", async () => {
  const { errors, panels } = await compute(
    {
      panels: [
        {
          name: "Numbers",
          type: "table",
          query: `select 'port ' || port as text, port / 2 as half, on_ || '' as flag, load / 4 as part, 9007199254740993 as large
                  from items order by port`,
        },
      ],
    },
    {
      columns: ["port", "on_", "load"],
      rows: [
        [7, true, 1.5],
        [8080, false, 2],
      ],
    },
  );
  expect(errors).toEqual([]);
  expect(panels[0]!.rows).toMatchObject([
    { text: "port 7", half: 3, flag: "1", part: 0.375, large: "9007199254740993" },
    { text: "port 8080", half: 4_040, flag: "0", part: 0.5 },
  ]);
});

test("column names can differ only in case or be names of JavaScript properties, and a table that cannot be created is an error", async () => {
  const names = ["a", "A", "a_2", "constructor"];
  const collided = await compute(
    {
      columns: [
        { name: "a", type: "string", primaryKey: true },
        { name: "toString", type: "string" },
        { name: "constructor", type: "string" },
      ],
      panels: [{ name: "All", type: "table", query: "select a, A_3, a_2 from items" }],
    },
    { columns: names, rows: [["x", "y", "z", "w"]] },
  );
  expect(collided.errors).toEqual([]);
  expect(collided.rows).toEqual([["x", null, "w"]]);
  expect(collided.panels[0]!.rows[0]).toMatchObject({ a: "x", A_3: "y", a_2: "z" });
  const wide = await compute(
    { panels: [{ name: "Other", type: "number", query: "select 1 as value" }] },
    { columns: Array.from({ length: 2_500 }, (_, at) => `c${at}`), rows: [[1]] },
  );
  expect(wide.errors).toEqual([{ query: "items", message: expect.stringContaining("too many columns") }]);
  expect(wide.panels[0]!.rows).toEqual([{ value: 1 }]);
});
