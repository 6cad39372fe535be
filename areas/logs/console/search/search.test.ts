import { expect, test } from "vitest";
import { absoluteRange, relativeRange } from "#lib/time/time-range.ts";
import type { LogCounts, LogLine } from "../../contract.ts";
import { joined, placeOf } from "../detail/context-lines.ts";
import { firstWithLogs } from "../links/linked-components.ts";
import { workloadLabels } from "../links/workload-labels.ts";
import { logsHref } from "../logs-href.ts";
import { defaultRange, labelsOf, levelOptions } from "../logs-url.ts";
import { printLines } from "../page/download.ts";
import { sharedAddress } from "../page/shared-address.ts";
import { partsOf, patternsOf, searchFor, searchWithout } from "../patterns/patterns.ts";
import { bucketsOf, levelSeries, levelTimeline } from "./level-series.ts";
import { bodyOf, endsNow, isShown, type LogRequest, matchOf, spanOf } from "./request.ts";

const now = Date.parse("2026-11-17T10:00:00.400Z");
const at = (time: string) => Date.parse(`2026-11-17T${time}Z`);
const request: LogRequest = {
  id: undefined,
  name: undefined,
  backend: "shop",
  query: "timeout",
  language: "auto",
  labels: { app: "cart" },
  level: "",
  range: relativeRange("now-15m"),
  timeZone: "Europe/Berlin",
};
const line = (id: string, given: Partial<LogLine> = {}): LogLine => ({
  id,
  timestamp: "2026-11-17T10:00:00.000Z",
  firstObserved: "2026-11-17T10:00:00.000Z",
  lastObserved: "2026-11-17T10:00:00.000Z",
  count: 1,
  message: id,
  hash: id,
  labels: {},
  ...given,
});

test("a request contains a span of whole seconds, the selection, and an expression for the chosen level", () => {
  expect(spanOf(request, now)).toEqual({ start: at("09:45:00"), end: at("10:00:01") });
  expect(bodyOf({ ...request, id: "c1", name: "app" }, { start: at("09:45:00"), end: at("10:00:01") })).toEqual({
    id: "c1",
    name: "app",
    backend: "shop",
    query: "timeout",
    language: "auto",
    labels: { app: "cart" },
    start: "2026-11-17T09:45:00.000Z",
    end: "2026-11-17T10:00:01.000Z",
  });
  expect(matchOf("")).toEqual([]);
  expect(matchOf("error")).toEqual(["severity == 'error' || severity == 'fatal'"]);
  expect([undefined, "debug", "error"].map((severity) => isShown(severity, "warning"))).toEqual([false, false, true]);
  expect(isShown(undefined, "")).toBe(true);
  expect(endsNow(request.range)).toBe(true);
  expect(endsNow(absoluteRange("2026-11-17 10:00", "2026-11-17 11:00"))).toBe(false);
});

test("labels of the filter bar become one match expression per name", () => {
  const states = new Map([
    ["app:cart", "include"],
    ["app:shop,web", "include"],
    ["pod:a:b", "exclude"],
  ] as const);
  expect(labelsOf(states)).toEqual({ app: "cart,shop%2cweb", pod: "!a:b" });
  expect(levelOptions.map(({ label }) => label)).toContain("Warning and above");
  expect(defaultRange("")).toMatchObject({ range: "now-15m" });
  expect(defaultRange("2h")).toMatchObject({ range: "now-2h" });
  expect(defaultRange("<script>")).toMatchObject({ range: "now-15m" });
});

test("bars have round durations such as 5 minutes, and the last bar may extend beyond the range", () => {
  expect(bucketsOf({ start: 0, end: 15 * 60_000 }, 90)).toEqual({ buckets: 90, end: 900_000 });
  expect(bucketsOf({ start: 0, end: 3_601_000 }, 90)).toEqual({ buckets: 61, end: 3_660_000 });
  expect(bucketsOf({ start: 5, end: 5 }, 90)).toEqual({ buckets: 1, end: 1_005 });
  const year = bucketsOf({ start: 0, end: 5 * 365 * 86_400_000 }, 90);
  expect(year.buckets).toBeLessThanOrEqual(90);
});

test("counts become stacked bars of the chosen levels, with empty bars in between", () => {
  const counts: LogCounts = {
    start: "2026-11-17T10:00:00.000Z",
    interval: 60_000,
    buckets: [
      { time: "2026-11-17T10:00:00.000Z", severity: "info", count: 3 },
      { time: "2026-11-17T10:00:00.000Z", severity: "error", count: 1 },
      { time: "2026-11-17T10:02:00.000Z", severity: "unknown", count: 2 },
      { time: "2026-11-17T10:02:00.000Z", severity: "odd", count: 1 },
      // This bar is after the end of the range.
      { time: "2026-11-17T10:09:00.000Z", severity: "info", count: 9 },
    ],
  };
  const labels = levelSeries.map(({ label }) => label);
  const named = (level: "" | "error") =>
    levelTimeline(counts, at("10:02:30"), level).buckets.map(({ counts: found }) =>
      Object.fromEntries(found.flatMap((count, index) => (count > 0 ? [[labels[index], count]] : []))),
    );
  expect(named("")).toEqual([{ Error: 1, Info: 3 }, {}, { "No level": 3 }]);
  expect(named("error")).toEqual([{ Error: 1 }, {}, {}]);
});

test("lines that differ only in values are one pattern, which can be searched for and excluded", () => {
  const lines = [
    line("1", { hash: "a", message: "order 17 took 20 ms", lastObserved: "2026-11-17T10:00:09Z", severity: "info" }),
    line("2", { hash: "b", message: "\u001b[31mfailed\u001b[0m" }),
    line("3", { hash: "a", message: "order 18 took 21 ms", count: 1_203, firstObserved: "2026-11-17T09:00:00Z" }),
  ];
  const [first, second] = patternsOf(lines);
  expect(first).toMatchObject({
    count: 1_204,
    template: "order <n> took <n> ms",
    first: "2026-11-17T09:00:00Z",
    last: "2026-11-17T10:00:09Z",
    newest: { id: "1" },
  });
  expect(second).toMatchObject({ count: 1, template: "failed" });
  expect(partsOf("took <n> ms").map(({ text, isValue }) => (isValue ? `{${text}}` : text))).toEqual([
    "took ",
    "{<n>}",
    " ms",
  ]);
  expect(searchFor("order <n> took <duration>")).toBe('"order" "took"');
  expect(searchFor('said "hello there" <n>')).toBe('"hello there" "said"');
  expect(searchFor("<n> <n>")).toBeUndefined();
  expect(searchWithout("cart", "order <n> took <n> ms")).toBe('cart -"order"');
  expect(searchWithout("", "<n>")).toBeUndefined();
});

test("a downloaded file has the lines in time order, without colour codes and formulas", () => {
  const lines = [
    line("2", { message: "\u001b[31mlater\u001b[0m", severity: "error", labels: { app: "cart" } }),
    line("1", { message: '=cmd("x"),1', timestamp: "2026-11-17T09:00:00Z" }),
  ];
  expect(printLines(lines, "log")).toBe('2026-11-17T09:00:00Z =cmd("x"),1\n2026-11-17T10:00:00.000Z error later\n');
  expect(
    printLines(lines, "ndjson")
      .trim()
      .split("\n")
      .map((text) => (JSON.parse(text) as LogLine).id),
  ).toEqual(["1", "2"]);
  const csv = printLines(lines, "csv").split("\r\n");
  expect(csv[0]).toBe("timestamp,severity,host,source,message,count,labels");
  expect(csv[1]).toContain(`"'=cmd(""x""),1"`);
  expect(csv[2]).toContain('error,,,later,1,"{""app"":""cart""}"');
});

test("a shared URL contains the backend and fixed times in UTC, so that it shows the same lines later", () => {
  const shared = new URL(sharedAddress("https://qd.example.org/logs?query=x&live=yes&range=now-15m", request, now));
  expect(Object.fromEntries(shared.searchParams)).toEqual({
    query: "x",
    rangeType: "absolute",
    display: "Custom",
    from: "2026-11-17T09:45:00Z",
    to: "2026-11-17T10:00:01Z",
    backend: "shop",
  });
});

test("links open the page with a component, labels and a time range", () => {
  expect(logsHref({ topologyId: "c1", timeRange: "1h" })).toBe(
    "/logs?topologyId=c1&rangeType=relative&display=1+hour&range=now-1h",
  );
  expect(logsHref({ topologyId: "c1", timeRange: "<b>" })).toBe("/logs?topologyId=c1");
  const { searchParams } = new URL(logsHref({ backend: "b1", labels: { pod: "web-1" } }), "http://x");
  expect(Object.fromEntries(searchParams)).toEqual({ backend: "b1", labels: "pod____web-1:1" });
});

test("a config item or check uses the first linked component with logs; a workload uses its pods", () => {
  const component = (name: string, selectors: unknown, deleted: string | null = null) => ({
    components: { id: name, name, log_selectors: selectors, deleted_at: deleted },
  });
  const some = [{ name: "app" }];
  const rows = [
    component("b", some),
    component("a", []),
    component("0", some, "2026"),
    { components: null },
    component("c", some),
  ];
  expect(firstWithLogs(rows)).toBe("b");
  expect(firstWithLogs([])).toBeUndefined();
  expect(workloadLabels({ name: "web-1", type: "Kubernetes::Pod", tags: { namespace: "shop" } })).toEqual({
    namespace: "shop",
    pod: "web-1",
  });
  expect(workloadLabels({ name: "web", type: "Kubernetes::Deployment", tags: { namespace: "shop" } })).toEqual({
    namespace: "shop",
    kind: "Deployment",
    name: "web",
  });
  expect(workloadLabels({ name: "web", type: "Kubernetes::Service", tags: { namespace: "shop" } })).toBeUndefined();
  expect(workloadLabels({ name: "web", type: "Kubernetes::Pod", tags: null })).toBeUndefined();
  expect(workloadLabels({ name: "web", type: "AWS::EC2", tags: { namespace: "shop" } })).toBeUndefined();
});

test("the context of a line is in time order, without duplicates from the two searches", () => {
  const centre = line("c", { labels: { file: "/var/log/a,b.log", app: "x" } });
  const ids = joined([centre, line("b"), line("a")], centre, [line("b"), centre, line("d")]).map(({ id }) => id);
  expect(ids).toEqual(["a", "b", "c", "d"]);
  expect(placeOf(centre)).toEqual({ file: "/var/log/a%2cb.log" });
});
