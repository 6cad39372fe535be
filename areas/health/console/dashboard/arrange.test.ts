// @vitest-environment node
import { expect, test } from "vitest";
import { aCheck, ago, NOW } from "#tests/console/a-check.ts";
import { arrange, type CheckLine, type HealthView } from "./arrange.ts";
import { type Check, checkUptime, groupUptime } from "./check.ts";
import { parseFacet, groupFields, printFacet, tabFields } from "./facet.ts";
import { labelId, labelKeys, parseLabelId } from "./label-filter.ts";
import { withMaintenance } from "./maintained.ts";
import { measures } from "./measure.ts";
import { byName } from "./name-order.ts";
import { groupHealth, tallyOf } from "./tally.ts";

const everything: HealthView = {
  hidePassing: false,
  health: "",
  query: "",
  labels: new Map(),
  tabBy: { type: "field", field: "namespace" },
  tab: "",
  groupBy: { type: "field", field: "no-group" },
  sortBy: "name",
  isDescending: false,
};

const bad = { status: "unhealthy" } as const;
const overdue = { next_runtime: ago(600) };
const checks: Check[] = [
  aCheck("login", { canary_name: "shop", labels: { app: "web", env: "prod" }, endpoint: "https://example.org/in" }),
  aCheck("api/read", { canary_name: "shop", labels: { app: "web", env: "test" }, ...bad, namespace: "edge" }),
  aCheck("api/write", { canary_name: "shop", labels: { app: "api", env: "prod" }, namespace: "edge" }),
  aCheck("disk 10", { canary_name: "hosts", type: "exec", description: "The Disk is full", namespace: null }),
  aCheck("disk 9", { canary_name: "hosts", type: "exec", ...overdue, labels: { critical: "true" } }),
].sort(byName);

const arranged = (view: Partial<HealthView>, all = checks) => arrange(all, { ...everything, ...view }, { now: NOW });
const names = (view: Partial<HealthView>) => arranged(view).checks.map(({ name }) => name);
const printLine = (line: CheckLine) =>
  line.type === "row" ? line.row.name : `${line.title}[${line.rows.map(({ name }) => name).join(",")}]`;
const lines = (view: Partial<HealthView>) => arranged(view).lines.map(printLine);
const label = (key: string, value: string) => labelId(key, value);

test("sorts names in natural order", () => {
  expect(names({})).toEqual(["api/read", "api/write", "disk 9", "disk 10", "login"]);
  expect(names({ isDescending: true })).toEqual(["login", "disk 10", "disk 9", "api/write", "api/read"]);
});

test("HL-10 hides passing checks, but not failing and unknown checks", () => {
  expect(names({ hidePassing: true })).toEqual(["api/read", "disk 9"]);
});

test("HL-62 filters by one health", () => {
  expect(names({ health: "healthy" })).toEqual(["api/write", "disk 10", "login"]);
  expect(names({ health: "unhealthy" })).toEqual(["api/read"]);
  expect(names({ health: "unknown" })).toEqual(["disk 9"]);
});

test("HL-18 searches description, canary, endpoint and name, ignoring case", () => {
  expect(names({ query: "FULL disk" })).toEqual(["disk 10"]);
  expect(names({ query: "HOSTS" })).toEqual(["disk 9", "disk 10"]);
  expect(names({ query: "example.org" })).toEqual(["login"]);
  expect(names({ query: " Write " })).toEqual(["api/write"]);
  // Other fields are not searched.
  expect(names({ query: "exec" })).toEqual([]);
});

test("HL-11 combines values of a label with OR and different labels with AND; exclusions take precedence", () => {
  expect(names({ labels: new Map([[label("app", "web"), "include"]]) })).toEqual(["api/read", "login"]);
  const both = new Map([
    [label("app", "web"), "include"],
    [label("app", "api"), "include"],
    [label("env", "prod"), "include"],
  ] as const);
  expect(names({ labels: both })).toEqual(["api/write", "login"]);
  expect(names({ labels: new Map([[label("env", "prod"), "exclude"]]) })).toEqual(["api/read", "disk 9", "disk 10"]);
  const against = new Map([
    [label("app", "web"), "include"],
    [label("env", "test"), "exclude"],
  ] as const);
  expect(names({ labels: against })).toEqual(["login"]);
  expect(parseLabelId(label("url", "http://a:1"))).toEqual({ key: "url", value: "http://a:1" });
});

test("HL-23 creates tabs from namespaces, label values or agents, each with its count", () => {
  expect(arranged({}).tabs).toEqual([
    { value: "default", count: 2 },
    { value: "edge", count: 2 },
    { value: "none", count: 1 },
  ]);
  expect(names({ tab: "none" })).toEqual(["disk 10"]);
  const byApp = { tabBy: { type: "label", key: "app" } } as const;
  expect(arranged({ ...byApp, hidePassing: true }).tabs).toEqual([
    { value: "api", count: 0 },
    { value: "none", count: 1 },
    { value: "web", count: 1 },
  ]);
  expect(names({ ...byApp, tab: "web" })).toEqual(["api/read", "login"]);
  expect(arranged({ tabBy: { type: "field", field: "agent_id" } }).tabs).toHaveLength(1);
});

test("shows all checks if the selected tab has no checks", () => {
  expect(names({ tab: "gone" })).toHaveLength(5);
});

test("HL-20 groups by canary, description, type or label; a single check is not grouped", () => {
  expect(lines({ groupBy: { type: "field", field: "canary_name" } })).toEqual([
    "hosts[disk 9,disk 10]",
    "shop[api/read,api/write,login]",
  ]);
  expect(lines({ groupBy: { type: "field", field: "type" } })).toEqual([
    "exec[disk 9,disk 10]",
    "http[api/read,api/write,login]",
  ]);
  expect(lines({ groupBy: { type: "field", field: "description" } })).toEqual([
    "(none)[api/read,api/write,disk 9,login]",
    "disk 10",
  ]);
  expect(lines({ groupBy: { type: "label", key: "app" } })).toEqual([
    "api/write",
    "Others[disk 9,disk 10]",
    "web[api/read,login]",
  ]);
});

test("HL-21 groups by the part of the name before the slash; a single check keeps its name", () => {
  expect(lines({ groupBy: { type: "field", field: "name" } })).toEqual([
    "api[api/read,api/write]",
    "disk 9",
    "disk 10",
    "login",
  ]);
  expect(lines({ groupBy: { type: "field", field: "name" }, query: "read" })).toEqual(["api/read"]);
});

test("HL-12 sorts groups and their checks by the displayed values", () => {
  const uptime = (failed: number) => ({ uptime: { passed: 10 - failed, failed, last_pass: null, last_fail: null } });
  const all = [
    aCheck("a", { canary_name: "one", ...uptime(5), last_transition_time: ago(10) }),
    aCheck("b", { canary_name: "one", ...uptime(1), ...bad }),
    aCheck("c", { canary_name: "two", ...uptime(2), last_transition_time: null }),
    aCheck("d", { canary_name: "two", uptime: { passed: 0, failed: 0, last_pass: null, last_fail: null } }),
    aCheck("e", {
      canary_name: "three",
      ...uptime(9),
      latency: { p99: null, p97: null, p95: 900, p50: null, avg: null, rolling1h: 0 },
    }),
  ];
  const sorted = (sortBy: string, isDescending = false) =>
    arranged({ groupBy: { type: "field", field: "canary_name" }, sortBy, isDescending }, all).lines.map(printLine);
  expect(sorted("name")).toEqual(["e", "one[a,b]", "two[c,d]"]);
  expect(sorted("uptime")).toEqual(["e", "one[a,b]", "two[c,d]"]);
  // Rows without a figure are sorted last in both directions.
  expect(sorted("uptime", true)).toEqual(["two[c,d]", "one[b,a]", "e"]);
  expect(sorted("latency", true)).toEqual(["e", "one[a,b]", "two[c,d]"]);
  expect(sorted("health")).toEqual(["one[b,a]", "e", "two[c,d]"]);
  const more = [...all, aCheck("f", { canary_name: "four", ...bad }), aCheck("g", { canary_name: "five", ...bad })];
  more.push(aCheck("h", { canary_name: "five", ...bad }), aCheck("i", { canary_name: "six" }));
  // Groups in which all checks fail come first, largest first; then groups with some failing checks.
  expect(
    arranged({ groupBy: { type: "field", field: "canary_name" }, sortBy: "health" }, more).lines.map(printLine),
  ).toEqual(["five[g,h]", "f", "one[b,a]", "e", "i", "two[c,d]"]);
  expect(sorted("transition", true)).toEqual(["one[a,b]", "e", "two[d,c]"]);
  // An unknown column sorts by name.
  expect(sorted("nonsense")).toEqual(sorted("name"));
});

test("counts the checks that match search, labels and tab, including hidden checks, and counts unknown checks separately", () => {
  expect(arranged({ hidePassing: true }).tally).toEqual({
    healthy: 3,
    unhealthy: 1,
    unknown: 1,
    maintenance: 0,
    paused: 0,
  });
  expect(arranged({ hidePassing: true, query: "api" }).tally).toEqual({
    healthy: 1,
    unhealthy: 1,
    unknown: 0,
    maintenance: 0,
    paused: 0,
  });
  expect(arranged({ tab: "edge", health: "healthy" }).tally).toEqual({
    healthy: 1,
    unhealthy: 1,
    unknown: 0,
    maintenance: 0,
    paused: 0,
  });
});

const window = {
  check_id: null,
  canary_id: null,
  label_selector: "app=web",
  starts_at: ago(60),
  ends_at: new Date(NOW + 60_000).toISOString(),
  schedule: null,
  duration_minutes: null,
};

test("does not count checks in maintenance as passing or failing in counters, filters and groups", () => {
  const all = withMaintenance(checks, [window], NOW);
  const seen = (view: Partial<HealthView>) => arrange(all, { ...everything, ...view }, { now: NOW });
  expect(seen({}).tally).toEqual({ healthy: 2, unhealthy: 0, unknown: 1, maintenance: 2, paused: 0 });
  expect(seen({ health: "unhealthy" }).checks).toEqual([]);
  expect(seen({ health: "maintenance" }).checks.map(({ name }) => name)).toEqual(["api/read", "login"]);
  const { lines: grouped } = seen({ groupBy: { type: "field", field: "canary_name" } });
  const shop = grouped.find((line) => line.type === "group" && line.title === "shop");
  expect(shop?.type === "group" && groupHealth(tallyOf(shop.rows, NOW))).toBe("healthy");
});

test("does not count a paused check as passing or failing in counters, filters, groups and group uptime", () => {
  const pause = { at: ago(60), until: null, reason: "repair" };
  const down = { passed: 0, failed: 1, last_pass: null, last_fail: ago(60) };
  const all = [
    aCheck("up"),
    aCheck("down", { status: "unhealthy", uptime: down, paused: pause }),
    aCheck("over", { status: "unhealthy", paused: { ...pause, until: ago(1) } }),
  ];
  const { tally } = arranged({}, all);
  expect(tally).toEqual({ healthy: 1, unhealthy: 1, unknown: 0, maintenance: 0, paused: 1 });
  const only = arranged({ health: "paused" }, all);
  expect(only.checks.map(({ name }) => name)).toEqual(["down"]);
  expect(groupHealth(tallyOf(all.slice(0, 2), NOW))).toBe("healthy");
  expect(groupUptime(all.slice(0, 2))).toEqual({ passed: 60, failed: 0 });
  expect(checkUptime(all[1]!)).toBeUndefined();
});

test("marks a check while its maintenance window is open, and keeps the same row object when nothing changes", () => {
  const [first, second] = [withMaintenance(checks, [window], NOW), withMaintenance(checks, [window], NOW + 1000)];
  expect(first.filter(({ in_maintenance }) => in_maintenance).map(({ name }) => name)).toEqual(["api/read", "login"]);
  // React renders a row again only when its object changes.
  expect(second.every((check, at) => check === first[at])).toBe(true);
  expect(withMaintenance(checks, [window], NOW + 120_000)).toBe(checks);
  const own = { ...window, label_selector: null, check_id: checks[0]!.id };
  expect(withMaintenance(checks, [own], NOW).filter(({ in_maintenance }) => in_maintenance)).toHaveLength(1);
});

test("computes group uptime as the share of passed runs among all runs of its checks", () => {
  const withRuns = (passed: number, failed: number) =>
    aCheck(`${passed}/${failed}`, { uptime: { passed, failed, last_pass: null, last_fail: null } });
  // The mean of the two uptimes would be 75%.
  expect(groupUptime([withRuns(90, 0), withRuns(5, 5)])).toEqual({ passed: 95, failed: 5 });
  expect(measures(NOW)["uptime"]!.groupFigure([withRuns(90, 0), withRuns(5, 5)])).toBe(0.95);
  expect(measures(NOW)["uptime"]!.groupFigure([withRuns(0, 0)])).toBeUndefined();
});

test("HL-16 offers the labels of all checks, and labels in the URL that no check has", () => {
  expect(labelKeys(checks, new Map([[label("zone", "a"), "include"]]))).toEqual([
    { key: "app", values: ["api", "web"], isFlag: false },
    { key: "critical", values: ["true"], isFlag: true },
    { key: "env", values: ["prod", "test"], isFlag: false },
    { key: "zone", values: ["a"], isFlag: false },
  ]);
});

test("HL-20 HL-22 allows a label with the name of a field", () => {
  expect(parseFacet("type", groupFields)).toEqual({ type: "field", field: "type" });
  const asLabel = { type: "label", key: "type" } as const;
  expect(printFacet(asLabel, groupFields)).toBe("label:type");
  expect(parseFacet("label:type", groupFields)).toEqual(asLabel);
  expect(printFacet(asLabel, tabFields)).toBe("type");
  expect(parseFacet("team", groupFields)).toEqual({ type: "label", key: "team" });
});
