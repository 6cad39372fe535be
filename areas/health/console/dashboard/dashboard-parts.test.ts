// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { aCheck, NOW } from "#tests/console/a-check.ts";
import { stripsOf } from "./card-strips.ts";
import { followChanges } from "#console/client/follow-changes.ts";
import { parseUrl } from "#console/url/url-state.ts";
import { healthUrl } from "../health-url.ts";
import { pivotColumns, pivotMeasures, pivotOf } from "./pivot.ts";
import { intervalMillis, intervalWords } from "./refresh-interval.ts";
import { rememberedView, STANDARD_VIEW } from "./remembered-view.ts";
import { DEFAULT_SOURCE, merged, sourceOf } from "./summary.ts";
import { groupHealth } from "./tally.ts";
import { reasonsByCheck } from "./recent-results.ts";

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

test("HL-41 a group is healthy or unhealthy only if all its checks have that health", () => {
  expect(groupHealth({ healthy: 3, unhealthy: 0, unknown: 0, maintenance: 0, paused: 0 })).toBe("healthy");
  expect(groupHealth({ healthy: 0, unhealthy: 2, unknown: 0, maintenance: 0, paused: 0 })).toBe("unhealthy");
  expect(groupHealth({ healthy: 2, unhealthy: 1, unknown: 0, maintenance: 0, paused: 0 })).toBe("mixed");
  // A group with an unknown check does not count as healthy or unhealthy.
  expect(groupHealth({ healthy: 2, unhealthy: 0, unknown: 1, maintenance: 0, paused: 0 })).toBe("mixed");
  expect(groupHealth({ healthy: 0, unhealthy: 0, unknown: 1, maintenance: 0, paused: 0 })).toBe("unknown");
});

test("HL-47 parses an interval as a number and a unit", () => {
  expect(["15s", "60s", "2m", "1h", "1d", "1w"].map(intervalMillis)).toEqual([
    15_000, 60_000, 120_000, 3_600_000, 86_400_000, 604_800_000,
  ]);
  expect(intervalMillis("none")).toBe(false);
  expect(["none", "15s", "60s", "15m", "1h"].map(intervalWords)).toEqual([
    "None",
    "15 seconds",
    "60 seconds",
    "15 minutes",
    "1 hour",
  ]);
});

test("HL-44 accepts only an API path of this site as the summary source", () => {
  expect(sourceOf("")).toBe(DEFAULT_SOURCE);
  expect(sourceOf("/api/agent/eu/summary?checkStatuses=20")).toBe("/api/agent/eu/summary?checkStatuses=20");
  for (const bad of [
    "https://example.org/api/x",
    "//example.org/api/x",
    "/api/../login",
    "/login",
    "javascript:1",
    "/api/\\..\\..\\x",
  ])
    expect(sourceOf(bad)).toBe(DEFAULT_SOURCE);
});

const [a, b, c] = [aCheck("a"), aCheck("b"), aCheck("c")];

test("a full list or a list of changes keeps the row objects of unchanged checks", () => {
  const first = merged(undefined, { checks_summary: [c, a, b], cursor: "1" });
  expect(first.checks.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  const again = merged(first, { checks_summary: structuredClone([a, b, c]), cursor: "2" });
  expect(again.checks.every((check, index) => check === first.checks[index])).toBe(true);

  const worse = { ...structuredClone(b), status: "unhealthy" as const };
  const next = merged(first, { checks_summary: [worse], removed: ["c"], cursor: "3" });
  expect(next.checks).toEqual([a, worse]);
  expect(next.checks[0]).toBe(first.checks[0]);
  expect(next.cursor).toBe("3");
  expect(merged(next, { checks_summary: [], removed: [], cursor: "4" }).checks).toBe(next.checks);
});

test("inserts new and renamed checks in alphabetical order", () => {
  const first = merged(undefined, { checks_summary: [a, c], cursor: "1" });
  const renamed = { ...a, name: "z" };
  const next = merged(first, { checks_summary: [b, renamed], removed: [], cursor: "2" });
  expect(next.checks.map(({ name }) => name)).toEqual(["b", "c", "z"]);
});

test("sends one request at a time, and not more often than the interval", async () => {
  vi.useFakeTimers();
  const answers: (() => void)[] = [];
  const ask = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => answers.push(resolve)));
  let everyMs = 1000;
  const follower = followChanges(ask, () => everyMs);
  for (let news = 0; news < 5; news += 1) follower.changed();
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ask).toHaveBeenCalledTimes(1);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(999);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(2);
  answers[1]?.();
  // Without changes no request is sent.
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(2);
  follower.changed();
  expect(ask).toHaveBeenCalledTimes(3);
  everyMs = 4000;
  answers[2]?.();
  follower.changed();
  await vi.advanceTimersByTimeAsync(3999);
  expect(ask).toHaveBeenCalledTimes(3);
  follower.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

test("HL-13 pivots into a column per value, with All first and Other last", () => {
  const checks = [
    aCheck("a", { labels: { env: "prod" } }),
    aCheck("b", { labels: { env: "prod" }, status: "unhealthy" }),
    aCheck("c", { labels: { env: "dev" }, namespace: null }),
    aCheck("d"),
  ];
  const url = parseUrl(healthUrl, { pivotBy: "labels", pivotLabel: "env", pivotCellType: "checkStatuses" });
  const pivot = pivotOf(url)!;
  const { columns, left } = pivotColumns(checks, pivot);
  expect(
    columns.map(
      ({ title, select }) =>
        `${title}: ${select(checks)
          .map(({ name }) => name)
          .join("")}`,
    ),
  ).toEqual(["All: abcd", "dev: c", "prod: ab", "Other: d"]);
  expect(left).toBe(0);
  const figures = pivotMeasures(columns, pivot, NOW);
  expect(columns.map(({ id }) => figures[id]?.groupFigure(checks.slice(0, 3)))).toEqual([1, 3, 1, undefined]);
  const byNamespace = pivotColumns(checks, { ...pivot, by: { type: "namespace" } }).columns;
  expect(byNamespace.map(({ title }) => title)).toEqual(["All", "default", "Other"]);
  expect(pivotOf(parseUrl(healthUrl, { pivotBy: "labels" }))).toBeUndefined();
  expect(pivotOf(parseUrl(healthUrl, {}))).toBeUndefined();
});

test("limits the number of pivot columns, and shows the number of omitted columns", () => {
  const many = Array.from({ length: 75 }, (_, at) => aCheck(`c${at}`, { namespace: `ns-${at}` }));
  const { columns, left } = pivotColumns(many, { by: { type: "namespace" }, cell: "uptime" });
  expect(columns).toHaveLength(61);
  expect(left).toBe(15);
});

test("arranges cards in rows, with the heading of each group", () => {
  const strips = stripsOf(
    [
      { type: "row", row: a },
      { type: "row", row: b },
      { type: "group", key: "group shop", title: "shop", rows: [a, b, c] },
      { type: "row", row: c },
    ],
    2,
  );
  expect(strips.map((strip) => `${strip.type} ${strip.checks.map(({ name }) => name).join("")}`)).toEqual([
    "cards ab",
    "group abc",
    "cards ab",
    "cards c",
    "cards c",
  ]);
  expect(new Set(strips.map(({ key }) => key)).size).toBe(strips.length);
});

test("ignores invalid stored settings", () => {
  expect(rememberedView.get()).toEqual(STANDARD_VIEW);
  rememberedView.set({ groupBy: "type", tabBy: "team", hidePassing: false });
  expect(rememberedView.get()).toEqual({ groupBy: "type", tabBy: "team", hidePassing: false });
  for (const nonsense of ["{", "null", "[]", '{"groupBy":7,"tabBy":"","hidePassing":"no"}']) {
    localStorage.setItem("healthSettings", nonsense);
    expect(rememberedView.get()).toEqual(STANDARD_VIEW);
  }
});

test("the reason for a failure consists of the first line of the message and the first line of the error", () => {
  const run = (id: string, message: string | null, error: string | null) => ({
    id,
    check_statuses: [{ message, error }],
  });
  const found = [run("a", "unexpected answer\nbody", "status 503"), run("b", null, "refused"), run("c", null, null)];
  expect([...reasonsByCheck([...found, { id: "d", check_statuses: [] }])]).toEqual([
    ["a", "unexpected answer: status 503"],
    ["b", "refused"],
  ]);
  expect([...reasonsByCheck([{ id: "e", check_statuses: [{ message: "", error: "timed out" }] }])]).toEqual([
    ["e", "timed out"],
  ]);
});
