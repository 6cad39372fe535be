import { describe, expect, test } from "vitest";
import { idsOf, tellingChange } from "./item-query.ts";
import { groupLabels } from "#console/widgets/labels/label-groups.ts";
import { propertyLinks, propertyText, shownProperties } from "./property-text.ts";
import { relatedGraph } from "./relationships/related-graph.ts";
import { type Related, hasTags } from "./relationships/related-query.ts";
import { waysOf } from "./relationships/related-url.ts";
import { comparedPoints, swapped } from "./spec/compared-points.ts";
import { parseLines, printLines } from "./spec/line-list.ts";
import { shownDocument } from "./spec/shown-document.ts";
import { changesRange } from "./use-changes-range.ts";

test("the significant change is the newest document change or change above info in the week before the last change, or else the last change", () => {
  const change = (change_type: string, severity: string | null, day: number, source = "kubernetes") => ({
    change_type,
    severity,
    source,
    created_at: `2026-11-${String(day).padStart(2, "0")}T00:00:00Z`,
  });
  const [pulled, scaled] = [change("Pulled", "info", 17), change("Scaled", null, 16)];
  const [diff, failed] = [change("diff", "info", 15), change("BackOff", "medium", 14)];
  expect(tellingChange([pulled, scaled, diff, failed])).toBe(diff);
  expect(tellingChange([pulled, failed, diff])).toBe(failed);
  expect(tellingChange([pulled, scaled])).toBe(pulled);
  expect(tellingChange([pulled, change("BackOff", "high", 9)])).toBe(pulled);
  expect(tellingChange([])).toBeUndefined();
  // A message about the item is not a change of the item.
  const message = change("NotificationError", "high", 18, "notification");
  expect(tellingChange([message, pulled, scaled])).toBe(pulled);
  expect(tellingChange([message])).toBeUndefined();
});

test("groups labels by prefix in alphabetical order, and puts pairs such as region and zone on one line", () => {
  expect(
    groupLabels({
      name: "x",
      Name: "y",
      team: "web",
      "aws:zone": "a",
      "topology.kubernetes.io/zone": "eu-1a",
      "topology.kubernetes.io/region": "eu-1",
      "app.kubernetes.io/version": "2",
      "app.kubernetes.io/name": "shop",
      "odd/": "1",
      "/odd": "2",
    }),
  ).toEqual([
    {
      title: "",
      lines: [
        { label: "/odd", value: "2" },
        { label: "odd/", value: "1" },
        { label: "team", value: "web" },
      ],
    },
    {
      title: "app.kubernetes.io",
      lines: [
        { label: "name", value: "shop" },
        { label: "version", value: "2" },
      ],
    },
    // A label without its partner has its own line.
    { title: "aws", lines: [{ label: "zone", value: "a" }] },
    {
      title: "topology.kubernetes.io",
      lines: [{ label: "region", value: "eu-1", second: { label: "zone", value: "eu-1a" } }],
    },
  ]);
});

describe("a property", () => {
  test.each([
    [{ text: "as it is", value: 3 }, "as it is"],
    [{ value: 1_610_612_736, unit: "bytes" }, "1.5 GiB"],
    [{ value: 250, unit: "millicores" }, "250m"],
    [{ value: 1500, unit: "millicores" }, "1.5 cores"],
    [{ value: 12.5, type: "currency" as const }, "$13"],
    [{ value: "12", unit: "percent" }, "12%"],
    [{ value: 1234, unit: "pods" }, "1,234 pods"],
    [{ value: "v2" }, "v2"],
    [{}, ""],
  ])("prints %o as %o", (property, text) => expect(propertyText(property)).toBe(text));

  test("links only to http and https URLs, and is hidden if it is empty", () => {
    const links = [
      { url: "javascript:alert(1)", label: "no" },
      { url: "https://example.org", label: "yes" },
    ];
    expect(propertyLinks({ links })).toEqual([{ url: "https://example.org", label: "yes" }]);
    expect(propertyLinks({ type: "url", text: "https://example.org/x" })).toHaveLength(1);
    expect(
      shownProperties([
        { name: "b", text: "1", order: 2 },
        { name: "hidden", text: "1", type: "hidden" },
        { name: "empty" },
        { name: "bad", links: links.slice(0, 1) },
        { name: "a", text: "1", order: 1 },
      ]).map(({ name }) => name),
    ).toEqual(["a", "b"]);
  });
});

test("prints selected lines as ranges in the URL, and parses them", () => {
  expect(printLines(new Set([7, 3, 8, 9, 20]))).toEqual(["3", "7-9", "20"]);
  expect([...parseLines(["3", "7-9", "20", "x", "-1", "9-7", ""])]).toEqual([3, 7, 8, 9, 20]);
  expect(parseLines(["0-999999"]).size).toBe(10_000);
});

test("sorts the keys of a document, and shows text unchanged", () => {
  expect(JSON.stringify(shownDocument({ b: { z: 1, a: null, c: [] }, a: 1 }))).toBe(
    '{"kind":"data","value":{"a":1,"b":{"c":[],"z":1}}}',
  );
  expect(shownDocument({ format: "properties", content: "a = 1\n" })).toEqual({
    kind: "text",
    text: "a = 1\n",
    format: "properties",
    language: "text",
  });
  expect(shownDocument({ format: "YAML", content: "a: 1" })).toMatchObject({ language: "yaml" });
  expect(shownDocument({ content: { not: "a text" } })).toMatchObject({ kind: "data" });
  expect(shownDocument(null)).toEqual({ kind: "data", value: null });
});

const id = (at: number) => `00000000-0000-4000-8000-00000000000${at}`;
const related = (at: number, to: number[] = [], path: number[] = []): Related => ({
  id: id(at),
  name: String(at),
  type: "T",
  related_ids: to.map(id),
  tags: null,
  changes: 0,
  analysis: null,
  cost_per_minute: null,
  cost_total_1d: null,
  cost_total_7d: null,
  cost_total_30d: null,
  created_at: "",
  updated_at: null,
  deleted_at: null,
  health: "healthy",
  status: null,
  path: path.map(id).join("."),
});

describe("the graph of related items", () => {
  const linesOf = (all: readonly Related[]) =>
    relatedGraph(all, { id: id(0), hrefOf: (to) => `/${to}` }).edges.map(
      ({ from, to }) => `${from.at(-1)}>${to.at(-1)}`,
    );

  test("the graph of related items has the edges whose items are both shown", () => {
    expect(linesOf([related(0, [1, 9]), related(1, [2]), related(2)])).toEqual(["0>1", "1>2"]);
    // The graph includes incoming edges.
    expect(linesOf([related(0), related(1, [0])])).toEqual(["1>0"]);
  });

  test("an item whose connections are hidden by filters is connected to its nearest ancestor that is shown, or to the item of the page", () => {
    expect(linesOf([related(0, [1]), related(1), related(3, [4], [0, 1, 2]), related(4, [], [0, 1, 2, 3])])).toEqual([
      "0>1",
      "3>4",
      "1>3",
    ]);
    expect(linesOf([related(0), related(5)])).toEqual(["0>5"]);
  });

  test("the graph of related items shows both directions or one direction", () => {
    const ways = [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ].map(([outgoing, incoming]) => waysOf({ outgoing: outgoing!, incoming: incoming! }));
    expect(ways).toEqual(["all", "outgoing", "incoming", "outgoing"]);
  });

  test("filters by tags, key by key", () => {
    const has = (...states: [string, "include" | "exclude"][]) =>
      hasTags({ tags: { app: "web", env: "prod" } }, new Map(states));
    expect(has()).toBe(true);
    expect(has(["app:web", "include"], ["app:api", "include"])).toBe(true);
    expect(has(["app:web", "include"], ["env:dev", "include"])).toBe(false);
    expect(has(["env:prod", "exclude"])).toBe(false);
    expect(has(["zone:a", "exclude"])).toBe(true);
  });
});

test("a path contains the ids of the ancestors", () => {
  expect(idsOf(`${id(1)}.${id(2)}`)).toEqual([id(1), id(2)]);
  expect([idsOf(null), idsOf(""), idsOf("not an id")]).toEqual([[], [], []]);
});

describe("the compared versions", () => {
  const known = { versions: [{ id: "newest" }, { id: "previous" }], first_at: "2026-11-01T00:00:00Z" };
  test.each([
    ["without a choice", { from: "", to: "" }, { from: "previous", to: "now" }],
    ["with one choice", { from: "older", to: "" }, { from: "older", to: "now" }],
    ["with both choices", { from: "older", to: "newest" }, { from: "older", to: "newest" }],
  ])("are resolved and swapped %s", (_, chosen, shown) => {
    const points = comparedPoints(chosen, known);
    expect(points).toEqual(shown);
    expect(comparedPoints(swapped(points), known)).toEqual({ from: shown.to, to: shown.from });
  });
  test("the comparison starts with the first document if the document changed only once", () =>
    expect(comparedPoints({ from: "", to: "" }, { ...known, versions: [{ id: "only" }] }).from).toBe(known.first_at));
  test("the compared versions are unknown until the versions are loaded", () =>
    expect(comparedPoints({ from: "", to: "" }, undefined).from).toBeUndefined());
});

test.each([
  [undefined, "now-30d"],
  ["2026-11-08T12:00:00Z", "now-30d"],
  ["2026-01-01T12:00:00Z", "now-1y"],
  ["2023-01-01T12:00:00Z", "now-5y"],
  ["1990-01-01T12:00:00Z", "now-30d"],
])("the changes of an item that last changed at %s are listed from %s", (last, from) => {
  expect(changesRange(last, Date.parse("2026-11-16T12:00:00Z"))).toMatchObject({ range: from });
});
