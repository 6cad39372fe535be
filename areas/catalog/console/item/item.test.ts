// @vitest-environment node
import { describe, expect, test } from "vitest";
import { changesRange } from "./changes-range.ts";
import { idsOf } from "./item-path.ts";
import { groupLabels } from "./label-groups.ts";
import { propertyLinks, propertyText, shownProperties } from "./property-text.ts";
import { relatedGraph } from "./relationships/related-graph.ts";
import type { Related } from "./relationships/related-query.ts";
import { waysOf } from "./relationships/related-url.ts";
import { hasTags } from "./relationships/has-tags.ts";
import { comparedPoints, swapped } from "./spec/compared-points.ts";
import { parseLines, printLines } from "./spec/line-list.ts";
import { shownDocument } from "./spec/shown-document.ts";

test("labels stand under their prefix, by the alphabet, and some beside each other", () => {
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
    // Alone it is a line like others.
    { title: "aws", lines: [{ label: "zone", value: "a" }] },
    {
      title: "topology.kubernetes.io",
      lines: [{ label: "region", value: "eu-1", beside: { label: "zone", value: "eu-1a" } }],
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
  ])("%o is written %o", (property, text) => expect(propertyText(property)).toBe(text));

  test("leads only where a browser may be sent, and what says nothing is not shown", () => {
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

test("lines in the address come back as they went, rows of them in short", () => {
  expect(printLines(new Set([7, 3, 8, 9, 20]))).toEqual(["3", "7-9", "20"]);
  expect([...parseLines(["3", "7-9", "20", "x", "-1", "9-7", ""])]).toEqual([3, 7, 8, 9, 20]);
  expect(parseLines(["0-999999"]).size).toBe(10_000);
});

test("a document shows its keys in order, and a text as it is", () => {
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

describe("what is around an item", () => {
  const linesOf = (all: readonly Related[]) =>
    relatedGraph(all, { id: id(0), hrefOf: (to) => `/${to}` }).edges.map(
      ({ from, to }) => `${from.at(-1)}>${to.at(-1)}`,
    );

  test("is linked as it is, as far as both ends are here", () => {
    expect(linesOf([related(0, [1, 9]), related(1, [2]), related(2)])).toEqual(["0>1", "1>2"]);
    // What leads to it is linked, too.
    expect(linesOf([related(0), related(1, [0])])).toEqual(["1>0"]);
  });

  test("what filters left without a way hangs on what it is part of, or on the item", () => {
    expect(linesOf([related(0, [1]), related(1), related(3, [4], [0, 1, 2]), related(4, [], [0, 1, 2, 3])])).toEqual([
      "0>1",
      "3>4",
      "1>3",
    ]);
    expect(linesOf([related(0), related(5)])).toEqual(["0>5"]);
  });

  test("both ways, one way, and never none", () => {
    const ways = [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ].map(([outgoing, incoming]) => waysOf({ outgoing: outgoing!, incoming: incoming! }));
    expect(ways).toEqual(["all", "outgoing", "incoming", "outgoing"]);
  });

  test("tags narrow it key by key", () => {
    const has = (...states: [string, "include" | "exclude"][]) =>
      hasTags({ tags: { app: "web", env: "prod" } }, new Map(states));
    expect(has()).toBe(true);
    expect(has(["app:web", "include"], ["app:api", "include"])).toBe(true);
    expect(has(["app:web", "include"], ["env:dev", "include"])).toBe(false);
    expect(has(["env:prod", "exclude"])).toBe(false);
    expect(has(["zone:a", "exclude"])).toBe(true);
  });
});

test("a path is the ids of what an item is part of", () => {
  expect(idsOf(`${id(1)}.${id(2)}`)).toEqual([id(1), id(2)]);
  expect([idsOf(null), idsOf(""), idsOf("not an id")]).toEqual([[], [], []]);
});

describe("two versions beside each other", () => {
  const known = { versions: [{ id: "newest" }, { id: "previous" }], first_at: "2026-11-01T00:00:00Z" };
  test.each([
    ["without a choice", { from: "", to: "" }, { from: "previous", to: "now" }],
    ["with one", { from: "older", to: "" }, { from: "older", to: "now" }],
    ["with both", { from: "older", to: "newest" }, { from: "older", to: "newest" }],
  ])("are told apart and exchanged %s", (_, chosen, shown) => {
    const points = comparedPoints(chosen, known);
    expect(points).toEqual(shown);
    expect(comparedPoints(swapped(points), known)).toEqual({ from: shown.to, to: shown.from });
  });
  test("of what changed once, the first is what it was when it was first seen", () =>
    expect(comparedPoints({ from: "", to: "" }, { ...known, versions: [{ id: "only" }] }).from).toBe(known.first_at));
  test("are not known before the versions are", () =>
    expect(comparedPoints({ from: "", to: "" }, undefined).from).toBeUndefined());
});

test.each([
  [undefined, "now-7d"],
  ["2026-11-14T12:00:00Z", "now-7d"],
  ["2026-11-08T12:00:00Z", "now-30d"],
  ["2026-01-01T12:00:00Z", "now-1y"],
  ["2023-01-01T12:00:00Z", "now-5y"],
  ["1990-01-01T12:00:00Z", "now-7d"],
])("the changes of an item that last changed at %s are listed from %s on", (last, from) => {
  expect(changesRange(last, Date.parse("2026-11-16T12:00:00Z"))).toMatchObject({ range: from });
});
