// @vitest-environment node
import { describe, expect, test } from "vitest";
import { parseTriStates, printTriStates, type TriStates } from "#language/tri-state.ts";
import { absoluteRange, relativeRange, type TimeRange } from "#lib/time/time-range.ts";
import { type ChangesRequest, changesBody, changesFilter, printTagSelector } from "./changes-body.ts";
import { fartherBack } from "./farther-back.ts";
import { changesAround, changesBy, runOfChange } from "./other-changes.ts";
import { printSpan } from "#console/widgets/histogram/axis.ts";
import { severitySeries, severityTimeline } from "./severity-series.ts";

const request = (filters: Record<string, string> = {}, more: Partial<ChangesRequest> = {}): ChangesRequest => ({
  filters: {
    states: (name: string): TriStates => parseTriStates(filters[name], name === "configTypes" ? "type" : "plain"),
    text: (name: string) => filters[name] ?? "",
  },
  range: relativeRange("now-2d"),
  timeZone: "UTC",
  isDeletedShown: false,
  ...more,
});
const plain = { recursive: "none", from: "now-2d", to: "now", include_deleted_configs: false };

describe("the request for changes", () => {
  test("by default, the request selects the changes of all items in the last two days, newest first", () =>
    expect(changesBody(request(), { pageIndex: 0, pageSize: 50, sort: undefined })).toEqual({
      ...plain,
      page_size: 50,
      sort_by: "-created_at",
    }));
  test("the request for changes has the page and the sort order", () =>
    expect(changesBody(request(), { pageIndex: 2, pageSize: 25, sort: { id: "name", desc: false } })).toMatchObject({
      page: 3,
      page_size: 25,
      sort_by: "name",
    }));
  test("the request for changes has the filters", () =>
    expect(
      changesFilter(
        request({
          configTypes: "Kubernetes__Pod:1,AWS__EC2__Instance:1",
          changeType: "diff:-1",
          severity: "Info",
          tags: "env____prod:1",
          summary: "a||||b:1",
          source: "kubernetes/x:1",
          created_by: "someone@example.org:1",
          id: "42:-1",
          agent_id: "8b8f4b3e-9f0c-4d7e-8a5b-0d9e3c1f2a4b:1",
        }),
      ),
    ).toEqual({
      ...plain,
      config_type: "Kubernetes::Pod,AWS::EC2::Instance",
      type: "!diff",
      severity: "info",
      tags: "env=prod",
      summary: "a%2cb",
      source: "kubernetes/x",
      created_by: "someone@example.org",
      id: "!42",
      agent_id: "8b8f4b3e-9f0c-4d7e-8a5b-0d9e3c1f2a4b",
    }));
  test.each<[TimeRange, string, string]>([
    [relativeRange("now-1h"), "now-1h", "now"],
    [absoluteRange("2026-11-15 10:00", "2026-11-15 11:30"), "2026-11-15T10:00:00.000Z", "2026-11-15T11:30:00.000Z"],
  ])("has the time range %j", (range, from, to) =>
    expect(changesFilter(request({}, { range }))).toMatchObject({ from, to }),
  );
  test.each([
    [true, false, "downstream"],
    [true, true, "all"],
    [false, true, "upstream"],
    [false, false, "none"],
  ])("CA-19 has one item and related items within five steps: below %s, above %s", (downstream, upstream, recursive) =>
    expect(changesFilter(request({ id: "x:1" }, { of: { id: "7", downstream, upstream } }))).toMatchObject({
      id: "7",
      recursive,
      depth: 5,
    }),
  );
});

test.each([
  ["", ""],
  ["app____web:1", "app=web"],
  ["app____web:1,app____api:1", "app in (web,api)"],
  ["app____web:-1,env____dev:-1,env____test:-1", "app!=web,env notin (dev,test)"],
  ["note____a b=(c):1", "note=a%20b%3d%28c%29"],
])("prints the tags %o as the selector %o", (states, selector) =>
  expect(printTagSelector(parseTriStates(states))).toBe(selector),
);

test("the histogram has five severity levels, and every severity belongs to one", () => {
  const severities = { critical: 1, blocker: 2, high: 4, medium: 8, warning: 16, low: 32, info: 64, none: 128 };
  const {
    buckets: [bucket],
  } = severityTimeline(
    {
      from: "2026-11-15T10:00:00Z",
      to: "2026-11-15T10:01:00Z",
      bucket_seconds: 60,
      total: 255,
      buckets: [{ time: "2026-11-15T10:00:00Z", count: 255, severities }],
    },
    Date.parse("2026-11-15T10:01:00Z"),
  );
  expect(severitySeries.map(({ label }) => label)).toEqual(["Critical", "High", "Medium", "Low", "Info"]);
  expect(bucket).toEqual({ at: Date.parse("2026-11-15T10:00:00Z"), counts: [3, 4, 24, 32, 192] });
});

describe("the histogram for a range that ends in the future", () => {
  const hour = (at: number) => `2026-11-15T${String(at).padStart(2, "0")}:00:00.000Z`;
  const day = (counts: Readonly<Record<number, number>>) => ({
    from: hour(0),
    to: "2026-11-15T23:59:59.000Z",
    bucket_seconds: 3600,
    total: 0,
    buckets: Array.from({ length: 24 }, (_, at) => ({
      time: hour(at),
      count: counts[at] ?? 0,
      severities: counts[at] === undefined ? {} : { info: counts[at] },
    })),
  });
  const now = Date.parse("2026-11-15T10:20:00Z");

  test("the histogram for a range that ends in the future is drawn up to now", () => {
    const { buckets, end } = severityTimeline(day({ 9: 2 }), now);
    expect([buckets.length, end]).toEqual([11, now]);
  });
  test("the histogram for a range that ends in the future is drawn up to the last change if the clock of a source is ahead", () => {
    const { buckets, end } = severityTimeline(day({ 9: 2, 15: 1 }), now);
    expect([buckets.length, end]).toEqual([16, Date.parse(hour(16))]);
  });
  test("the histogram for a range that ends in the future is drawn completely after the range has ended", () => {
    const { buckets, end } = severityTimeline(day({}), Date.parse("2026-11-17T00:00:00Z"));
    expect([buckets.length, end]).toEqual([24, Date.parse("2026-11-15T23:59:59Z")]);
  });
});

test.each([
  ["2026-11-15T10:00:00Z", "2026-11-15 11:00"],
  ["2026-11-15T10:00:30Z", "2026-11-15 11:00:30"],
])("prints the start %s of a range selected in the histogram as %s in the user's time zone", (moment, printed) =>
  expect(printSpan({ from: Date.parse(moment), to: 0 }, "Europe/Berlin").from).toBe(printed),
);

describe("an empty list offers a longer time range", () => {
  const clock = { now: Date.parse("2026-11-16T03:00:00Z"), timeZone: "UTC" };
  test.each([
    ["now-2d", "now-7d"],
    ["now-7d", "now-30d"],
    ["now-90d", "now-1y"],
    ["now-2y", ""],
  ])("for %s: %s", (range, farther) => expect(fartherBack(relativeRange(range), clock)).toBe(farther));
  test("a range in the past is extended to a relative range that starts earlier", () =>
    expect(fartherBack(absoluteRange("2026-11-08 00:00", "2026-11-09 00:00"), clock)).toBe("now-30d"));
});

describe("links from a change to similar changes", () => {
  const paramsOf = (href: string) => Object.fromEntries(new URL(href, "http://any").searchParams);
  test("filters select the changes of the same half hour, in the user's time zone", () =>
    expect(paramsOf(changesAround(Date.parse("2026-11-16T03:10:40Z"), "Asia/Kathmandu"))).toEqual({
      rangeType: "absolute",
      display: "Custom",
      from: "2026-11-16 08:40",
      to: "2026-11-16 09:11",
    }));
  test("filters select the changes by the same author, even if the name has special characters", () =>
    expect(paramsOf(changesBy("ci, bot:1"))).toEqual({
      rangeType: "relative",
      display: "7 days",
      range: "now-7d",
      created_by: printTriStates(new Map([["ci, bot:1", "include"]])),
    }));
});

const run = "0197a000-0000-7000-8000-00000000dead";

test.each([
  ["PlaybookScheduled", "Playbook", run, run],
  ["PlaybookCompleted", "Playbook", `${run}/completed`, run],
  ["PlaybookCompleted", "Playbook", "another", undefined],
  ["PlaybookCompleted", "Playbook", `${run}0`, undefined],
  ["PlaybookCompleted", "kubernetes", run, undefined],
  ["diff", "Playbook", run, undefined],
  ["PlaybookStarted", "Playbook", null, undefined],
])("the run of the change %s from %s with the id %s is %s", (change_type, source, external_change_id, expected) => {
  expect(runOfChange({ change_type, source, external_change_id })).toBe(expected);
});
