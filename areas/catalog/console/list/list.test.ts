// @vitest-environment node
import { describe, expect, test } from "vitest";
import { parseSearch } from "#console/url/search.ts";
import { changeUrl, parseUrl } from "#console/url/url-state.ts";
import type { ArrangedLine } from "#console/widgets/table/arranged-rows.ts";
import { parseTriStates, type TriStates } from "#language/tri-state.ts";
import type { SummaryRow } from "../../contract.ts";
import { LOCAL_AGENT } from "../parts/agents.ts";
import { arrangeItems } from "./arrange-items.ts";
import { groupUrl } from "./catalog-url.ts";
import { changedStep } from "./changed.ts";
import { facetOptions, parseFacets, printFacets, STANDARD } from "./facet.ts";
import { labelCondition, stateCondition } from "./conditions.ts";
import { linePath } from "./line-path.ts";
import { summaryBody } from "./summary-query.ts";
import { arrangeSummary, linesOf, type SummaryLine } from "./summary-line.ts";

const filtersOf = (given: Record<string, string> = {}) => ({
  states: (name: string): TriStates => parseTriStates(given[name]),
  text: (name: string) => given[name] ?? "",
});

describe("what is grouped by stands in the address", () => {
  test.each(["config_class,type", "namespace__tag,type", "app__label", "a%2Cb__tag,status"])("as %s", (text) =>
    expect(printFacets(parseFacets(text))).toBe(text),
  );
  test("without what is none of ours, and each once", () =>
    expect(printFacets(parseFacets("type,nonsense,type,__tag,namespace__tag"))).toBe("type,namespace__tag"));
  const read = (search: string) => parseUrl(groupUrl, parseSearch(search)).groupBy;
  test("silent until somebody chooses, and empty when that is nothing", () => {
    expect(read("")).toBeUndefined();
    expect(read("?groupBy=nonsense")).toBeUndefined();
    expect(read("?groupBy=none")).toEqual([]);
    expect(changeUrl(groupUrl, "", { groupBy: [] })).toBe("?groupBy=none");
    expect(changeUrl(groupUrl, "?groupBy=type", { groupBy: undefined })).toBe("");
  });
  test("fields are offered before tags, tags before labels", () =>
    expect(facetOptions(["type"], ["label:app", "tag:zone", "tag:env"]).map(({ label }) => label)).toEqual([
      "Type",
      "env (tag)",
      "zone (tag)",
      "app (label)",
    ]));
});

const row = (type: string, more: object = {}) =>
  ({
    type,
    count: 1,
    health: { healthy: 1 },
    created_at: "2026-11-01T00:00:00Z",
    updated_at: null,
    ...more,
  }) as unknown as SummaryRow;
const rows = [
  row("Kubernetes::Pod", { count: 5, changes: 3, health: { healthy: 4, unhealthy: 1 }, cost_total_30d: 10 }),
  row("Kubernetes::Node", { count: 2, changes: 40, analysis: { cost: 1 }, updated_at: "2026-11-02T00:00:00Z" }),
  row("AWS::EC2::Instance", { count: 3, changes: 1, analysis: { cost: 2, security: 1 } }),
  row("Host"),
];
const outline = (lines: readonly ArrangedLine<SummaryLine>[], depth = 0): string[] =>
  lines.flatMap((line) =>
    line.type === "row"
      ? [`${" ".repeat(depth)}${line.row.values.at(-1) ?? "(None)"} ${line.row.count}`]
      : [`${" ".repeat(depth)}${line.title || "(None)"}:`, ...outline(line.lines ?? [], depth + 1)],
  );
const arranged = (
  facets: string,
  sort?: { id: string; desc: boolean },
  pinned = "",
  of: readonly SummaryRow[] = rows,
) => {
  const parsed = parseFacets(facets);
  const isPinned = ({ values }: SummaryLine) => values.at(-1) === pinned;
  return outline(arrangeSummary(linesOf(of, parsed), { facets: parsed, sort, isPinned }));
};

describe("the summary is put into groups inside of groups", () => {
  test("by provider and type", () =>
    expect(arranged("config_class,type")).toEqual([
      "AWS:",
      " AWS::EC2::Instance 3",
      "Host:",
      " Host 1",
      "Kubernetes:",
      " Kubernetes::Node 2",
      " Kubernetes::Pod 5",
    ]));
  test("what is pinned comes first", () =>
    expect(arranged("type", undefined, "Kubernetes::Pod")[0]).toBe("Kubernetes::Pod 5"));
  test("in the order of a column, groups by what they hold together", () => {
    expect(arranged("config_class,type", { id: "changes", desc: true })).toEqual([
      "Kubernetes:",
      " Kubernetes::Node 2",
      " Kubernetes::Pod 5",
      "AWS:",
      " AWS::EC2::Instance 3",
      "Host:",
      " Host 1",
    ]);
    expect(arranged("type", { id: "count", desc: false })[0]).toBe("Host 1");
    expect(arranged("type", { id: "name", desc: true })[0]).toBe("Kubernetes::Pod 5");
  });
  test("lines that have all in common are one", () =>
    expect(arranged("config_class")).toEqual(["AWS 3", "Host 1", "Kubernetes 7"]));
  test("three deep, and what has no value last", () => {
    const tagged = [
      row("A::X", { "tag:zone": "b" }),
      row("A::X", { "tag:zone": null }),
      row("A::X", { "tag:zone": "a", count: 2 }),
    ];
    expect(arranged("zone__tag,config_class,type", undefined, "", tagged)).toEqual([
      "a:",
      " A:",
      "  A::X 2",
      "b:",
      " A:",
      "  A::X 1",
      "(None):",
      " A:",
      "  A::X 1",
    ]);
  });
  test("and added up", () => {
    const [all] = linesOf(
      rows.map((one) => ({ ...one, type: "K::One" }) as SummaryRow),
      parseFacets("type"),
    );
    expect(all).toMatchObject({
      count: 11,
      changes: 44,
      health: { healthy: 7, unhealthy: 1 },
      analysis: { cost: 3, security: 1 },
      cost_total_30d: 10,
      updated_at: "2026-11-02T00:00:00Z",
    });
  });
});

describe("a line leads to its items", () => {
  const facets = parseFacets("config_class,zone__tag,type");
  test("of its type, with its tags, and with what is filtered already", () => {
    expect(linePath({ values: ["K", "eu:1", "K::Pod"] }, { facets, filters: filtersOf() })).toBe(
      "/catalog?configType=K%3A%3APod&tags=zone____eu____1%3A1",
    );
    const filters = filtersOf({ tags: "zone____us:1,env____prod:1", health: "healthy:-1", status: "Running:1" });
    expect(linePath({ values: ["K", "eu", "K::Pod"] }, { facets, filters, health: "unhealthy" })).toBe(
      "/catalog?configType=K%3A%3APod&tags=env____prod%3A1%2Czone____eu%3A1&status=Running%3A1&health=unhealthy%3A1",
    );
  });
  test("where it has no value, without it", () =>
    expect(linePath({ values: ["K", null, "K::Pod"] }, { facets, filters: filtersOf() })).toBe(
      "/catalog?configType=K%3A%3APod",
    ));
  test("of the agent that brought them", () =>
    expect(linePath({ values: ["edge"] }, { facets: parseFacets("agent"), filters: filtersOf() })).toBe(
      "/catalog?agent=edge%3A1",
    ));
  test("a provider is searched for", () =>
    expect(linePath({ values: ["Kubernetes"] }, { facets: parseFacets("config_class"), filters: filtersOf() })).toBe(
      "/catalog?search=Kubernetes",
    ));
});

test("the summary is asked for what the page shows", () => {
  const asked = { filters: filtersOf(), facets: STANDARD, isDeletedShown: false };
  const span = { changes: { since: "30d" }, analysis: { since: "30d" }, cost: "30d" };
  expect(summaryBody(asked)).toEqual({ groupBy: ["type"], deleted: false, ...span });
  const filters = filtersOf({
    labels: "app____web:1,app____api:1,team____core:-1",
    tags: "zone____eu:1",
    status: "Running:1",
    health: "healthy:-1",
  });
  expect(summaryBody({ filters, facets: parseFacets("zone__tag,app__label"), isDeletedShown: true })).toEqual({
    groupBy: ["tag:zone", "label:app"],
    deleted: true,
    filter: { app: "web,api", team: "!core", "tag:zone": "eu" },
    status: "Running",
    health: "!healthy",
    ...span,
  });
  // By the names that people know, of which some may mean nobody.
  const agents = new Map([["1", "edge"]]);
  expect(summaryBody({ ...asked, filters: filtersOf({ agent: "edge:1,gone:1" }), agents }).agent_id).toBe(
    "1,ffffffff-ffff-ffff-ffff-ffffffffffff",
  );
});

test.each([
  ["", undefined],
  ["env____prod:1", String.raw`and(or(tags.cs."{\"env\":\"prod\"}"))`],
  [
    "env____prod:1,env____dev:1,team____x:-1",
    String.raw`and(or(tags.cs."{\"env\":\"prod\"}",tags.cs."{\"env\":\"dev\"}"),or(tags.is.null,tags.not.cs."{\"team\":\"x\"}"))`,
  ],
])("the tags %o are asked for as %s", (given, condition) =>
  expect(labelCondition("tags", parseTriStates(given))).toBe(condition),
);

test.each([
  ["", undefined],
  ["a:1,b:1", 'health.in.("a","b")'],
  ["unknown:1", 'health.in.("unknown"),health.is.null'],
  ["a:-1", 'health.not.in.("a"),health.is.null'],
  ["unknown:-1", 'health.not.in.("unknown")'],
])("the health %o is asked for as %s: none is unknown", (given, condition) =>
  expect(stateCondition("health", parseTriStates(given), "unknown")).toBe(condition),
);

describe("the items of a page are put into groups", () => {
  const now = Date.parse("2026-11-15T12:00:00Z");
  const agents = new Map([
    [LOCAL_AGENT, "local"],
    ["1", "edge"],
  ]);
  const item = (name: string, more: object = {}) => ({
    name,
    type: "K::Pod",
    status: null,
    health: null,
    agent_id: LOCAL_AGENT,
    updated_at: null,
    tags: null,
    labels: null,
    ...more,
  });
  const items = [item("a", { tags: { env: "prod" }, status: "Up" }), item("b"), item("c", { tags: { env: "prod" } })];
  const keys = (lines: readonly ArrangedLine<(typeof items)[number]>[]): unknown[] =>
    lines.map((line) => (line.type === "row" ? line.row.name : [line.title, keys(line.lines ?? [])]));
  test("in the order in which they come", () => {
    expect(keys(arrangeItems(items, parseFacets("env__tag"), { now, agents }))).toEqual([
      ["prod", ["a", "c"]],
      ["", ["b"]],
    ]);
    expect(keys(arrangeItems(items, parseFacets("env__tag,status"), { now, agents }))).toEqual([
      [
        "prod",
        [
          ["Up", ["a"]],
          ["", ["c"]],
        ],
      ],
      ["", [["", ["b"]]]],
    ]);
  });
  test("by the names of the agents that brought them", () =>
    expect(
      keys(arrangeItems([item("a"), item("b", { agent_id: "1" })], parseFacets("agent"), { now, agents })),
    ).toEqual([
      ["local", ["a"]],
      ["edge", ["b"]],
    ]));
  test.each([
    ["2026-11-15T11:30:00Z", "1h"],
    ["2026-11-15T10:30:00Z", "1d"],
    ["2026-11-10T10:30:00Z", "7d"],
    ["2026-11-01T10:30:00Z", "30d"],
    ["2025-11-01T10:30:00Z", "older"],
    [null, "older"],
  ])("what changed at %s is of %s", (at, step) => expect(changedStep(at, now)).toBe(step));
});
