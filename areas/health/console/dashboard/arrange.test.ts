// @vitest-environment node
import { expect, test } from "vitest";
import { aCheck, ago, NOW } from "../../../../tests/console/a-check.ts";
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

test("names are in the order that people expect", () => {
  expect(names({})).toEqual(["api/read", "api/write", "disk 9", "disk 10", "login"]);
  expect(names({ isDescending: true })).toEqual(["login", "disk 10", "disk 9", "api/write", "api/read"]);
});

test("HL-10 hiding what passes leaves what fails and what is unknown", () => {
  expect(names({ hidePassing: true })).toEqual(["api/read", "disk 9"]);
});

test("HL-62 the health filter leaves one health", () => {
  expect(names({ health: "healthy" })).toEqual(["api/write", "disk 10", "login"]);
  expect(names({ health: "unhealthy" })).toEqual(["api/read"]);
  expect(names({ health: "unknown" })).toEqual(["disk 9"]);
});

test("HL-18 search looks at description, canary, endpoint and name, whatever the case", () => {
  expect(names({ query: "FULL disk" })).toEqual(["disk 10"]);
  expect(names({ query: "HOSTS" })).toEqual(["disk 9", "disk 10"]);
  expect(names({ query: "example.org" })).toEqual(["login"]);
  expect(names({ query: " Write " })).toEqual(["api/write"]);
  // No other field.
  expect(names({ query: "exec" })).toEqual([]);
});

test("HL-11 labels: values of a key widen, keys narrow, exclusion wins, and who has none drops out", () => {
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

test("HL-23 tabs are the namespaces, the values of a label or the agents, each with what it shows", () => {
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

test("a tab that no check is in is all of them", () => {
  expect(names({ tab: "gone" })).toHaveLength(5);
});

test("HL-20 groups are made by canary, description, type or a label; one alone is no group", () => {
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

test("HL-21 grouping by name splits at the slash, and one alone keeps its whole name", () => {
  expect(lines({ groupBy: { type: "field", field: "name" } })).toEqual([
    "api[api/read,api/write]",
    "disk 9",
    "disk 10",
    "login",
  ]);
  expect(lines({ groupBy: { type: "field", field: "name" }, query: "read" })).toEqual(["api/read"]);
});

test("HL-12 groups and the checks in them are sorted by what they show", () => {
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
  // What has no figure stands last either way.
  expect(sorted("uptime", true)).toEqual(["two[c,d]", "one[b,a]", "e"]);
  expect(sorted("latency", true)).toEqual(["e", "one[a,b]", "two[c,d]"]);
  expect(sorted("health")).toEqual(["one[b,a]", "two[c,d]", "e"]);
  expect(sorted("transition", true)).toEqual(["one[a,b]", "two[d,c]", "e"]);
  // A column that there is not.
  expect(sorted("nonsense")).toEqual(sorted("name"));
});

test("counters count what search, labels and tab leave, hidden or not; what is unknown counts apart", () => {
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

test("checks in maintenance count neither as passing nor as failing, in counters, filters and groups", () => {
  const all = withMaintenance(checks, [window], NOW);
  const seen = (view: Partial<HealthView>) => arrange(all, { ...everything, ...view }, { now: NOW });
  expect(seen({}).tally).toEqual({ healthy: 2, unhealthy: 0, unknown: 1, maintenance: 2, paused: 0 });
  expect(seen({ health: "unhealthy" }).checks).toEqual([]);
  expect(seen({ health: "maintenance" }).checks.map(({ name }) => name)).toEqual(["api/read", "login"]);
  const { lines: grouped } = seen({ groupBy: { type: "field", field: "canary_name" } });
  const shop = grouped.find((line) => line.type === "group" && line.title === "shop");
  expect(shop?.type === "group" && groupHealth(tallyOf(shop.rows, NOW))).toBe("healthy");
});

test("a paused check counts neither as passing nor as failing, in counters, filters, groups and group uptime", () => {
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

test("a check is in maintenance while a window about it is open, and keeps its row object otherwise", () => {
  const [first, second] = [withMaintenance(checks, [window], NOW), withMaintenance(checks, [window], NOW + 1000)];
  expect(first.filter(({ in_maintenance }) => in_maintenance).map(({ name }) => name)).toEqual(["api/read", "login"]);
  // Rows are drawn again only when they are others.
  expect(second.every((check, at) => check === first[at])).toBe(true);
  expect(withMaintenance(checks, [window], NOW + 120_000)).toBe(checks);
  const own = { ...window, label_selector: null, check_id: checks[0]!.id };
  expect(withMaintenance(checks, [own], NOW).filter(({ in_maintenance }) => in_maintenance)).toHaveLength(1);
});

test("the uptime of a group is the share of all runs of its checks that passed", () => {
  const of = (passed: number, failed: number) =>
    aCheck(`${passed}/${failed}`, { uptime: { passed, failed, last_pass: null, last_fail: null } });
  // The mean of both would be 75%.
  expect(groupUptime([of(90, 0), of(5, 5)])).toEqual({ passed: 95, failed: 5 });
  expect(measures(NOW)["uptime"]!.ofGroup([of(90, 0), of(5, 5)])).toBe(0.95);
  expect(measures(NOW)["uptime"]!.ofGroup([of(0, 0)])).toBeUndefined();
});

test("HL-16 the labels to choose from, with those that an address names and no check has", () => {
  expect(labelKeys(checks, new Map([[label("zone", "a"), "include"]]))).toEqual([
    { key: "app", values: ["api", "web"], isFlag: false },
    { key: "critical", values: ["true"], isFlag: true },
    { key: "env", values: ["prod", "test"], isFlag: false },
    { key: "zone", values: ["a"], isFlag: false },
  ]);
});

test("HL-20 HL-22 a label may have the name of a field", () => {
  expect(parseFacet("type", groupFields)).toEqual({ type: "field", field: "type" });
  const asLabel = { type: "label", key: "type" } as const;
  expect(printFacet(asLabel, groupFields)).toBe("label:type");
  expect(parseFacet("label:type", groupFields)).toEqual(asLabel);
  expect(printFacet(asLabel, tabFields)).toBe("type");
  expect(parseFacet("team", groupFields)).toEqual({ type: "label", key: "team" });
});
