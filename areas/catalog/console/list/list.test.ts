// @vitest-environment node
import { describe, expect, test } from "vitest";
import { parseSearch } from "#console/url/search.ts";
import { changeUrl, parseUrl } from "#console/url/url-state.ts";
import type { ArrangedLine } from "#console/widgets/table/arranged-rows.ts";
import { parseTriStates, type TriStates } from "#language/tri-state.ts";
import { localAgent } from "#language/local-agent.ts";
import type { SummaryRow } from "../../contract.ts";
import { arrangeItems } from "./arrange-items.ts";
import { groupUrl } from "./catalog-url.ts";
import { changedStep } from "./changed.ts";
import { facetOptions, parseFacets, printFacets, STANDARD } from "./facet.ts";
import { labelCondition, stateCondition } from "./conditions.ts";
import { linePath } from "./line-path.ts";
import { summaryBody } from "./summary-query.ts";
import { arrangeSummary, linesOf, type SummaryLine } from "./summary-line.ts";

const filtersOf = (filters: Record<string, string> = {}) => ({
  states: (name: string): TriStates => parseTriStates(filters[name]),
  text: (name: string) => filters[name] ?? "",
});

describe("the grouping in the URL", () => {
  test.each(["config_class,type", "namespace__tag,type", "app__label", "a%2Cb__tag,status"])("round-trips %s", (text) =>
    expect(printFacets(parseFacets(text))).toBe(text),
  );
  test("leaves out unknown facets and duplicates", () =>
    expect(printFacets(parseFacets("type,nonsense,type,__tag,namespace__tag"))).toBe("type,namespace__tag"));
  const read = (search: string) => parseUrl(groupUrl, parseSearch(search)).groupBy;
  test("the grouping in the URL is undefined without a choice, and empty if grouping is switched off", () => {
    expect(read("")).toBeUndefined();
    expect(read("?groupBy=nonsense")).toBeUndefined();
    expect(read("?groupBy=none")).toEqual([]);
    expect(changeUrl(groupUrl, "", { groupBy: [] })).toBe("?groupBy=none");
    expect(changeUrl(groupUrl, "?groupBy=type", { groupBy: undefined })).toBe("");
  });
  test("offers fields before tags, and tags before labels", () =>
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
  summaryRows: readonly SummaryRow[] = rows,
) => {
  const parsed = parseFacets(facets);
  const isPinned = ({ values }: SummaryLine) => values.at(-1) === pinned;
  return outline(arrangeSummary(linesOf(summaryRows, parsed), { facets: parsed, sort, isPinned }));
};

describe("the summary in nested groups", () => {
  test("groups by provider and type", () =>
    expect(arranged("config_class,type")).toEqual([
      "AWS:",
      " AWS::EC2::Instance 3",
      "Host:",
      " Host 1",
      "Kubernetes:",
      " Kubernetes::Node 2",
      " Kubernetes::Pod 5",
    ]));
  test("lists pinned types first", () =>
    expect(arranged("type", undefined, "Kubernetes::Pod")[0]).toBe("Kubernetes::Pod 5"));
  test("sorts lines by a column, and sorts groups by their totals in that column", () => {
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
  test("merges lines with equal values", () =>
    expect(arranged("config_class")).toEqual(["AWS 3", "Host 1", "Kubernetes 7"]));
  test("nests three levels, with missing values last", () => {
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
  test("adds up the totals", () => {
    const [all] = linesOf(
      rows.map((summaryRow) => ({ ...summaryRow, type: "K::One" }) as SummaryRow),
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

describe("the link of a line to its items", () => {
  const facets = parseFacets("config_class,zone__tag,type");
  test("the link of a line to its items has the type, the tags, and the current filters", () => {
    expect(linePath({ values: ["K", "eu:1", "K::Pod"] }, { facets, filters: filtersOf() })).toBe(
      "/catalog?configType=K%3A%3APod&tags=zone____eu____1%3A1",
    );
    const filters = filtersOf({ tags: "zone____us:1,env____prod:1", health: "healthy:-1", status: "Running:1" });
    expect(linePath({ values: ["K", "eu", "K::Pod"] }, { facets, filters, health: "unhealthy" })).toBe(
      "/catalog?configType=K%3A%3APod&tags=env____prod%3A1%2Czone____eu%3A1&status=Running%3A1&health=unhealthy%3A1",
    );
  });
  test("the link of a health state keeps the type and the search of the list", () =>
    expect(
      linePath(
        { values: [] },
        { facets: [], filters: filtersOf(), health: "warning", configType: "K::Pod", search: "web" },
      ),
    ).toBe("/catalog?configType=K%3A%3APod&search=web&health=warning%3A1"));
  test("leaves out facets without a value", () =>
    expect(linePath({ values: ["K", null, "K::Pod"] }, { facets, filters: filtersOf() })).toBe(
      "/catalog?configType=K%3A%3APod",
    ));
  test("the link of a line to its items has the agent", () =>
    expect(linePath({ values: ["edge"] }, { facets: parseFacets("agent"), filters: filtersOf() })).toBe(
      "/catalog?agent=edge%3A1",
    ));
  test("searches for a provider", () =>
    expect(linePath({ values: ["Kubernetes"] }, { facets: parseFacets("config_class"), filters: filtersOf() })).toBe(
      "/catalog?search=Kubernetes",
    ));
});

test("the summary request contains the grouping and filters of the page", () => {
  const request = { filters: filtersOf(), facets: STANDARD, isDeletedShown: false };
  const span = { changes: { since: "30d" }, analysis: { since: "30d" }, cost: "30d" };
  expect(summaryBody(request)).toEqual({ groupBy: ["type"], deleted: false, ...span });
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
  // Agents are filtered by name; a name may be unknown.
  const agents = new Map([["1", "edge"]]);
  expect(summaryBody({ ...request, filters: filtersOf({ agent: "edge:1,gone:1" }), agents }).agent_id).toBe(
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
])("translates the tags %o to %s", (states, condition) =>
  expect(labelCondition("tags", parseTriStates(states))).toBe(condition),
);

test.each([
  ["", undefined],
  ["a:1,b:1", 'health.in.("a","b")'],
  ["unknown:1", 'health.in.("unknown"),health.is.null'],
  ["a:-1", 'health.not.in.("a"),health.is.null'],
  ["unknown:-1", 'health.not.in.("unknown")'],
])("translates the health %o to %s, with null as unknown", (states, condition) =>
  expect(stateCondition("health", parseTriStates(states), "unknown")).toBe(condition),
);

describe("the items of a page in groups", () => {
  const now = Date.parse("2026-11-15T12:00:00Z");
  const agents = new Map([
    [localAgent, "local"],
    ["1", "edge"],
  ]);
  const item = (name: string, more: object = {}) => ({
    name,
    type: "K::Pod",
    status: null,
    health: null,
    agent_id: localAgent,
    updated_at: null,
    tags: null,
    labels: null,
    ...more,
  });
  const items = [item("a", { tags: { env: "prod" }, status: "Up" }), item("b"), item("c", { tags: { env: "prod" } })];
  const keys = (lines: readonly ArrangedLine<(typeof items)[number]>[]): unknown[] =>
    lines.map((line) => (line.type === "row" ? line.row.name : [line.title, keys(line.lines ?? [])]));
  test("items keep their order within their group", () => {
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
  test("the items of a page in groups can be grouped by the name of their agent", () =>
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
  ])("a change at %s is in the range %s", (at, step) => expect(changedStep(at, now)).toBe(step));
});
