import { expect, test } from "vitest";
import { readCanaries } from "./read-canaries.ts";

const head = "apiVersion: canaries.flanksource.com/v1\nkind: Canary\n";
const faultsOf = (text: string) => readCanaries(text).faults.map(({ line, message }) => `${line}: ${message}`);

test("reads each document of a file as a canary, and fills in default names and namespaces", () => {
  const text = [
    "# who watches the shop",
    "---",
    `${head}metadata: {name: shop, namespace: retail, labels: {team: web}, annotations: {template: "false"}}`,
    'spec: {schedule: "@every 1m", tcp: [{name: db, endpoint: "db:5432"}]}',
    "---",
    `${head}spec: {unheardOf: [{name: a}]}`,
    "---",
    "",
  ].join("\n");
  const { canaries, faults, others } = readCanaries(text, { defaultName: "checks", defaultNamespace: "ops" });
  expect({ faults, others }).toEqual({ faults: [], others: [] });
  expect(canaries).toEqual([
    {
      name: "shop",
      namespace: "retail",
      labels: { team: "web" },
      annotations: { template: "false" },
      spec: { schedule: "@every 1m", tcp: [{ name: "db", endpoint: "db:5432" }] },
      line: 3,
    },
    { name: "checks", namespace: "ops", labels: {}, annotations: {}, spec: { unheardOf: [{ name: "a" }] }, line: 8 },
  ]);
});

test("reads JSON, Kubernetes lists, and YAML anchors", () => {
  const canary = (name: string) => ({
    apiVersion: "canaries.flanksource.com/v1",
    kind: "Canary",
    metadata: { name },
    spec: {},
  });
  const names = (text: string) => readCanaries(text).canaries.map(({ name }) => name);
  expect(names(JSON.stringify(canary("one")))).toEqual(["one"]);
  expect(names(JSON.stringify({ kind: "List", items: [canary("one"), canary("two")] }))).toEqual(["one", "two"]);
  const [merged] = readCanaries(
    `${head}metadata: {name: a}\nspec:\n  tcp:\n    - &db {name: a, endpoint: "h:1"}\n    - {<<: *db, name: b}\n`,
  ).canaries;
  expect(merged!.spec["tcp"]).toEqual([
    { name: "a", endpoint: "h:1" },
    { name: "b", endpoint: "h:1" },
  ]);
});

test("reports the faults of a document with the line, and reads the other documents", () => {
  const text = [
    `${head}metadata: {name: a}`,
    "spec:",
    "  schedule: sometimes",
    "  tcp:",
    "    - name: db",
    "      endpoint: db:1",
    "    - name: other",
    "---",
    "kind: Secret",
    "---",
    `${head}metadata: {name: b}\nspec: {}`,
    "---",
    "  a: [1",
    "b: 2",
  ].join("\n");
  const { canaries, faults, others } = readCanaries(text);
  expect(canaries.map(({ name }) => name)).toEqual(["b"]);
  expect(others).toEqual([{ line: 11, kind: "Secret" }]);
  expect(faults.map(({ line }) => line).slice(0, 3)).toEqual([5, 9, 19]);
  expect(faults[1]).toMatchObject({
    message: "spec.tcp.1.endpoint is required.",
    canary: { name: "a", namespace: "default" },
  });
});

test.each([
  ["no canary", "a: 1", "1: A canary must have apiVersion: canaries.flanksource.com/v1 and kind: Canary."],
  ["a text", "hello", "1: A canary must have apiVersion: canaries.flanksource.com/v1 and kind: Canary."],
  [
    "another version",
    "apiVersion: v1\nkind: Canary\nmetadata: {name: a}\nspec: {}",
    "1: apiVersion must be canaries.flanksource.com/v1.",
  ],
  ["no name", `${head}metadata:\n  namespace: b\nspec: {}`, "3: metadata.name is required."],
  ["no spec", `${head}metadata: {name: a}`, "1: spec is required."],
  [
    "a number for a label",
    `${head}metadata:\n  name: a\n  labels:\n    version: 1\nspec: {}`,
    "6: metadata.labels.version must be a string: write it in quotes.",
  ],
  [
    "the same twice",
    `${head}metadata: {name: a}\nspec: {}\n---\n${head}metadata: {name: a}\nspec: {}`,
    "8: This file contains a second canary default/a.",
  ],
  ["a key twice", `${head}kind: Canary`, "3: Map keys must be unique."],
  [
    "an alias of nothing",
    `${head}metadata: *a\nspec: {}`,
    "1: Unresolved alias (the anchor must be set before the alias): a.",
  ],
  ["too much", `# ${"x".repeat(4 * 1024 * 1024)}`, "1: A manifest file must not be larger than 4 MiB."],
])("refuses %s", (_, text, fault) => {
  expect(faultsOf(text)).toEqual([fault]);
});

test("returns nothing for an empty file", () => {
  expect(readCanaries("")).toEqual({ canaries: [], faults: [], warnings: [], others: [] });
  expect(readCanaries("# nothing\n---\n")).toEqual({ canaries: [], faults: [], warnings: [], others: [] });
});

test("reports only the first of consecutive syntax errors", () => {
  const text = `${head}metadata: {name: a}\nspec:\n  tcp:\n    - {name: a {{b}}", endpoint: "h:1"}\n    - {name: c}\n  dns:\n    - {name: d}\n`;
  expect(faultsOf(text)).toEqual([expect.stringMatching(/^6: /)]);
  // The next document is read independently.
  expect(faultsOf(`${text}---\n${head}metadata: {name: e}\nspec: {tcp: {name: f}}\n`)).toEqual([
    expect.stringMatching(/^6: /),
    expect.stringMatching(/^\d+: spec\.tcp/),
  ]);
});
