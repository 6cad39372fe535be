import { describe, expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import type { Clock } from "./date-math.ts";
import {
  absoluteRange,
  endProblems,
  endsOf,
  futurePresets,
  parseRecent,
  parseTimeParams,
  pastPresets,
  printTimeParams,
  printTimeRange,
  quickRanges,
  relativeRange,
  rememberRange,
  resolveTimeRange,
  type TimeRange,
} from "./time-range.ts";
import { DAY, HOUR } from "./zoned-time.ts";

const clock: Clock = { now: Date.parse("2026-11-15T03:26:10.500Z"), timeZone: "UTC" }; // a Sunday
const mapped = (display: string): TimeRange => ({ type: "mapped", display });

test("lists the presets of the past", () => {
  expect(pastPresets.map(({ range }) => range.replace("now-", ""))).toEqual(
    "5m 15m 30m 1h 3h 6h 12h 24h 2d 7d 30d 90d 6M 1y 2y 5y".split(" "),
  );
  expect(pastPresets.map(({ display }) => display).slice(0, 4)).toEqual([
    "5 minutes",
    "15 minutes",
    "30 minutes",
    "1 hour",
  ]);
});

test("offers the same presets for the future", () => {
  expect(futurePresets.map(({ range }) => range)).toEqual(pastPresets.map(({ range }) => range.replace("-", "+")));
});

describe("WG-08 resolves quick ranges", () => {
  const covers: [name: string, from: string, to: string][] = [
    ["Yesterday", "2026-11-14T00:00:00.000Z", "2026-11-14T23:59:59.999Z"],
    ["Day before yesterday", "2026-11-13T00:00:00.000Z", "2026-11-13T23:59:59.999Z"],
    ["This day last week", "2026-11-08T00:00:00.000Z", "2026-11-08T23:59:59.999Z"],
    ["Previous week", "2026-11-02T00:00:00.000Z", "2026-11-08T23:59:59.999Z"],
    ["Previous month", "2026-10-01T00:00:00.000Z", "2026-10-31T23:59:59.999Z"],
    ["Previous year", "2025-01-01T00:00:00.000Z", "2025-12-31T23:59:59.999Z"],
    ["Today", "2026-11-15T00:00:00.000Z", "2026-11-15T23:59:59.999Z"],
    ["Today so far", "2026-11-15T00:00:00.000Z", "2026-11-15T03:26:10.500Z"],
    ["This week", "2026-11-09T00:00:00.000Z", "2026-11-15T23:59:59.999Z"],
    ["This week so far", "2026-11-09T00:00:00.000Z", "2026-11-15T03:26:10.500Z"],
    ["This month", "2026-11-01T00:00:00.000Z", "2026-11-30T23:59:59.999Z"],
    ["This month so far", "2026-11-01T00:00:00.000Z", "2026-11-15T03:26:10.500Z"],
    ["This year", "2026-01-01T00:00:00.000Z", "2026-12-31T23:59:59.999Z"],
    ["This year so far", "2026-01-01T00:00:00.000Z", "2026-11-15T03:26:10.500Z"],
  ];
  test.each(covers)("resolves %s to %s – %s", (name, from, to) => {
    expect(resolveTimeRange(mapped(name), clock)).toEqual({ from, to });
  });
  test("lists no other quick ranges", () =>
    expect(quickRanges.map(({ display }) => display)).toEqual(covers.map(([name]) => name)));
});

describe("resolves a relative range between now and its expression", () => {
  test.each([
    ["now-2d", { from: "now-2d", to: "now" }],
    ["now-1d/d", { from: "now-1d/d", to: "now" }],
    ["now+5m", { from: "now", to: "now+5m" }],
  ])("%s", (range, ends) => expect(endsOf(relativeRange(range))).toEqual(ends));

  test.each([
    ["now-2d", "2 days"],
    ["now-1w", "1 week"],
    ["now-6M", "6 months"],
    ["now-1d/d", "now-1d/d"],
  ])('%s is displayed as "%s"', (range, display) => expect(relativeRange(range).display).toBe(display));
});

test("WG-12 WG-13 throws an error that describes an invalid range", () => {
  expect(() => resolveTimeRange(mapped("Someday"), clock)).toThrow('Unknown time range "Someday".');
  expect(() => resolveTimeRange(relativeRange("now-2x"), clock)).toThrow('"x" is not a unit of time.');
  expect(() => resolveTimeRange(absoluteRange("2026-11-15", "2026-11-01"), clock)).toThrow(
    "The range ends before it begins: 2026-11-15 is later than 2026-11-01.",
  );
});

describe("endProblems reports no problems if both ends are filled in and valid", () => {
  test.each([
    ["", "", { ready: false }],
    ["2026-11-01 00:00", "", { ready: false }],
    ["2026-11-01 00:00", "now", { ready: true }],
    ["now-2h/d", "now", { ready: true }],
    ["now", "now-1h", { ready: false, to: "The range ends before it begins: now is later than now-1h." }],
    ["2026-11-31", " ", { ready: false, from: "2026-11-31 does not exist." }],
  ])("from %j to %j", (from, to, expected) => expect(endProblems({ from, to }, clock)).toEqual(expected));
});

describe("WG-04 reads and writes a range in the URL", () => {
  test.each<[TimeRange, Record<string, string>]>([
    [
      absoluteRange("2026-11-01 00:00", "2026-11-02 00:00"),
      { rangeType: "absolute", display: "Custom", from: "2026-11-01 00:00", to: "2026-11-02 00:00" },
    ],
    [relativeRange("now-2d"), { rangeType: "relative", display: "2 days", range: "now-2d" }],
    [mapped("Yesterday"), { rangeType: "mapped", display: "Yesterday", timeRange: "Yesterday" }],
  ])("reads and writes %j", (range, params) => {
    const printed = Object.entries(printTimeParams(range)).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(printed)).toEqual(params);
    expect(parseTimeParams(params)).toEqual(range);
  });

  test("writes no parameter without a range", () => {
    const printed = printTimeParams(undefined);
    expect(Object.keys(printed).sort()).toEqual([
      "display",
      "duration",
      "from",
      "range",
      "rangeType",
      "timeRange",
      "to",
    ]);
    expect(Object.values(printed).filter((value) => value !== undefined)).toEqual([]);
  });

  test("infers the type of a range from the parameters", () => {
    expect(parseTimeParams({ range: "now-3h" })).toEqual(relativeRange("now-3h"));
    expect(parseTimeParams({ from: ["now-1d", "now-2d"], to: "now" })).toEqual(absoluteRange("now-1d", "now"));
  });

  test("returns undefined for parameters without a range, so that the screen uses its default", () => {
    for (const search of [{}, { timeRange: "1h" }, { rangeType: "absolute", from: "now" }, { rangeType: "mapped" }])
      expect(parseTimeParams(search)).toBeUndefined();
  });
});

test("shows the current range on the button", () => {
  expect([absoluteRange("a", "b"), relativeRange("now-2d"), mapped("Today"), undefined].map(printTimeRange)).toEqual([
    "a - b",
    "2 days",
    "Today",
    "Indefinitely",
  ]);
});

test("WG-05 keeps five recent ranges, the newest first and without duplicates", () => {
  const ends = [1, 2, 3, 4, 5, 6].map((day) => ({ from: `2026-11-0${day} 00:00`, to: "now" }));
  const recent = ends.reduce(rememberRange, []);
  expect(recent.map(({ from }) => from[9])).toEqual(["6", "5", "4", "3", "2"]);
  expect(rememberRange(recent, ends[2]!).map(({ from }) => from[9])).toEqual(["3", "6", "5", "4", "2"]);
  expect(parseRecent(JSON.stringify(recent))).toEqual(recent);
  for (const junk of [null, "", "{", "7", '[1, {"from": 2, "to": 3}, null]']) expect(parseRecent(junk)).toEqual([]);
});

describe.each(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"])(
  "time ranges in %s",
  (timeZone) => {
    const chance = chanceOf(timeZone.length);
    const changes = ["2026-03-08", "2026-03-29", "2026-04-04", "2026-10-03", "2026-10-25", "2026-11-01"].map(
      Date.parse,
    );
    const clocks = chance.times(150, () => ({
      now: chance.pick(changes) + chance.between(-6 * HOUR, 2 * DAY),
      timeZone,
    }));
    const spans = clocks.map((at) => ({
      at,
      ranges: [...pastPresets, ...futurePresets, ...quickRanges].map((range) => ({
        range,
        ...resolveTimeRange(range, at),
      })),
    }));

    test("every preset and quick range begins before its end, even if the clocks change", () => {
      const broken = spans.flatMap(({ ranges }) => ranges.filter(({ from, to }) => from >= to));
      expect(broken).toEqual([]);
    });

    test("yesterday ends where today begins, and last week where this week begins", () => {
      for (const { ranges } of spans) {
        const quickRange = (name: string) => ranges.find(({ range }) => range.display === name)!;
        for (const [before, after] of [
          ["Day before yesterday", "Yesterday"],
          ["Yesterday", "Today"],
          ["Previous week", "This week"],
          ["Previous month", "This month"],
          ["Previous year", "This year"],
        ] as const)
          expect(Date.parse(quickRange(before).to) + 1).toBe(Date.parse(quickRange(after).from));
      }
    });
  },
);
