// @vitest-environment node
import { describe, expect, test } from "vitest";
import { parseTriStates, printTriStates, type TriStates } from "#language/tri-state.ts";
import { absoluteRange, relativeRange, type TimeRange } from "#language/time-range.ts";
import { printSpan } from "./brushed-range.ts";
import { type ChangesAsked, changesBody, changesFilter, printTagSelector } from "./changes-body.ts";
import { fartherBack } from "./farther-back.ts";
import { changesAround, changesBy } from "./other-changes.ts";
import { severitySeries, severityTimeline } from "./severity-series.ts";

const asked = (given: Record<string, string> = {}, more: Partial<ChangesAsked> = {}): ChangesAsked => ({
  filters: {
    states: (name: string): TriStates => parseTriStates(given[name], name === "configTypes" ? "type" : "plain"),
    text: (name: string) => given[name] ?? "",
  },
  range: relativeRange("now-2d"),
  timeZone: "UTC",
  isDeletedShown: false,
  ...more,
});
const plain = { recursive: "none", from: "now-2d", to: "now", include_deleted_configs: false };

describe("what is asked about changes", () => {
  test("the last two days of everything, the newest first", () =>
    expect(changesBody(asked(), { pageIndex: 0, pageSize: 50, sort: undefined })).toEqual({
      ...plain,
      page_size: 50,
      sort_by: "-created_at",
    }));
  test("another page in another order", () =>
    expect(changesBody(asked(), { pageIndex: 2, pageSize: 25, sort: { id: "name", desc: false } })).toMatchObject({
      page: 3,
      page_size: 25,
      sort_by: "name",
    }));
  test("whatever the filters say", () =>
    expect(
      changesFilter(
        asked({
          configTypes: "Kubernetes__Pod:1,AWS__EC2__Instance:1",
          changeType: "diff:-1",
          severity: "Info",
          tags: "env____prod:1",
          summary: "a||||b:1",
          source: "kubernetes/x:1",
          created_by: "someone@example.org:1",
          id: "42:-1",
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
    }));
  test.each<[TimeRange, string, string]>([
    [relativeRange("now-1h"), "now-1h", "now"],
    [absoluteRange("2026-11-15 10:00", "2026-11-15 11:30"), "2026-11-15T10:00:00.000Z", "2026-11-15T11:30:00.000Z"],
  ])("in the time %j", (range, from, to) => expect(changesFilter(asked({}, { range }))).toMatchObject({ from, to }));
  test.each([
    [true, false, "downstream"],
    [true, true, "all"],
    [false, true, "upstream"],
    [false, false, "none"],
  ])(
    "CA-19 of one item and what belongs to it, five steps far: below %s, above %s",
    (downstream, upstream, recursive) =>
      expect(changesFilter(asked({ id: "x:1" }, { of: { id: "7", downstream, upstream } }))).toMatchObject({
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
])("the tags %o are selected by %o", (states, selector) =>
  expect(printTagSelector(parseTriStates(states))).toBe(selector),
);

test("the histogram has five steps, and every severity is one of them", () => {
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

describe("the histogram of a range that ends in the future", () => {
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

  test("is drawn until now", () => {
    const { buckets, end } = severityTimeline(day({ 9: 2 }), now);
    expect([buckets.length, end]).toEqual([11, now]);
  });
  test("is drawn until the last change where a source's clock is ahead", () => {
    const { buckets, end } = severityTimeline(day({ 9: 2, 15: 1 }), now);
    expect([buckets.length, end]).toEqual([16, Date.parse(hour(16))]);
  });
  test("is whole once it is over", () => {
    const { buckets, end } = severityTimeline(day({}), Date.parse("2026-11-17T00:00:00Z"));
    expect([buckets.length, end]).toEqual([24, Date.parse("2026-11-15T23:59:59Z")]);
  });
});

test.each([
  ["2026-11-15T10:00:00Z", "2026-11-15 11:00"],
  ["2026-11-15T10:00:30Z", "2026-11-15 11:00:30"],
])("the end of what is marked, %s, is written %s where the person is", (moment, printed) =>
  expect(printSpan({ from: Date.parse(moment), to: 0 }, "Europe/Berlin").from).toBe(printed),
);

describe("where nothing happened, a longer time is offered", () => {
  const clock = { now: Date.parse("2026-11-16T03:00:00Z"), timeZone: "UTC" };
  test.each([
    ["now-2d", "now-7d"],
    ["now-7d", "now-30d"],
    ["now-90d", "now-1y"],
    ["now-2y", ""],
  ])("than %s: %s", (range, farther) => expect(fartherBack(relativeRange(range), clock)).toBe(farther));
  test("than one of last week: one that reaches before it", () =>
    expect(fartherBack(absoluteRange("2026-11-08 00:00", "2026-11-09 00:00"), clock)).toBe("now-30d"));
});

describe("one change leads to others", () => {
  const of = (href: string) => Object.fromEntries(new URL(href, "http://any").searchParams);
  test("to those of the same half hour, as the person's clock has it", () =>
    expect(of(changesAround(Date.parse("2026-11-16T03:10:40Z"), "Asia/Kathmandu"))).toEqual({
      rangeType: "absolute",
      display: "Custom",
      from: "2026-11-16 08:40",
      to: "2026-11-16 09:11",
    }));
  test("to those of whoever made it, whatever he is called", () =>
    expect(of(changesBy("ci, bot:1"))).toEqual({
      rangeType: "relative",
      display: "7 days",
      range: "now-7d",
      created_by: printTriStates(new Map([["ci, bot:1", "include"]])),
    }));
});
