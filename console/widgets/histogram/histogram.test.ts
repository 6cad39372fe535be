// @vitest-environment node
import { describe, expect, test } from "vitest";
import { axisLabel, axisTicks } from "./axis.ts";
import {
  type Brush,
  brushedCounts,
  brushedSpan,
  brushEnds,
  bucketAt,
  endOfFullBars,
  movedBrush,
  placeOf,
  widerSpan,
} from "./brush.ts";
import { barParts, describe as words, describeAll, topOfScale } from "./counts.ts";

const MINUTE = 60_000;
const start = Date.parse("2026-11-15T10:00:00Z");
const buckets = [
  { at: start, counts: [1, 0] },
  { at: start + MINUTE, counts: [0, 4] },
  { at: start + 2 * MINUTE, counts: [2, 2] },
];

const line = { buckets, end: start + 3 * MINUTE };

describe("a time range", () => {
  test.each([
    [-5, 0],
    [0, 0],
    [33, 0],
    [34, 1],
    [99, 2],
    [100, 2],
    [400, 2],
  ])("the pointer at %d of 100 is on bucket %d of 3", (x, index) => expect(bucketAt(x, 100, line)).toBe(index));

  test("an unfinished bucket ends now, and its width is proportional to its duration", () => {
    const now = { buckets, end: start + 2.5 * MINUTE };
    expect(placeOf(now, 0)).toEqual({ left: 0, width: 0.4 });
    expect(placeOf(now, 2)).toEqual({ left: 0.8, width: 0.2 });
    expect(placeOf(now, 1, 2)).toEqual({ left: 0.4, width: 0.6 });
    expect(bucketAt(79, 100, now)).toBe(1);
    expect(bucketAt(81, 100, now)).toBe(2);
    expect(brushedSpan({ anchor: 2, head: 2 }, now)).toEqual({ from: start + 2 * MINUTE, to: now.end });
    expect(placeOf({ buckets: [], end: 0 }, 0)).toEqual({ left: 0, width: 0 });
  });

  test("the bar of an unfinished bucket is as wide as the others", () => {
    expect(endOfFullBars({ buckets, end: start + 2.5 * MINUTE })).toBe(line.end);
    expect(endOfFullBars(line)).toBe(line.end);
    expect(endOfFullBars({ buckets: buckets.slice(0, 1), end: start + 20 })).toBe(start + 20);
  });

  test("can be selected in either direction, from the start of the first bucket to the end of the last bucket", () => {
    for (const brush of [
      { anchor: 1, head: 2 },
      { anchor: 2, head: 1 },
    ]) {
      expect(brushEnds(brush)).toEqual({ first: 1, last: 2 });
      expect(brushedSpan(brush, line)).toEqual({ from: start + MINUTE, to: start + 3 * MINUTE });
      expect(brushedCounts(brush, buckets, 2)).toEqual([2, 6]);
    }
    expect(brushedSpan({ anchor: 1, head: 7 }, line)).toBeUndefined();
  });

  const press = (keys: string) =>
    keys.split(" ").reduce<Brush | undefined>((brush, key) => {
      const shiftKey = key.startsWith("+");
      return movedBrush(brush, { key: key.replace("+", ""), shiftKey }, 20) ?? brush;
    }, undefined);
  test.each([
    ["ArrowLeft", { anchor: 19, head: 19 }],
    ["ArrowRight", { anchor: 19, head: 19 }],
    ["ArrowLeft ArrowLeft", { anchor: 18, head: 18 }],
    ["ArrowLeft +ArrowLeft +ArrowLeft", { anchor: 19, head: 17 }],
    ["ArrowLeft +PageUp +ArrowRight", { anchor: 19, head: 10 }],
    ["Home ArrowLeft", { anchor: 0, head: 0 }],
    ["Home +End", { anchor: 0, head: 19 }],
    ["PageUp PageUp PageUp", { anchor: 0, head: 0 }],
    ["Home PageDown x", { anchor: 10, head: 10 }],
  ])("is selected with the keys %s", (keys, brush) => expect(press(keys)).toEqual(brush));
  test("is not changed by other keys, or by any key if there are no buckets", () => {
    expect(movedBrush(undefined, { key: "Tab", shiftKey: false }, 20)).toBeUndefined();
    expect(movedBrush(undefined, { key: "Home", shiftKey: false }, 0)).toBeUndefined();
  });
});

describe("zooming out", () => {
  test("doubles the span around the same centre", () =>
    expect(widerSpan({ from: 100, to: 200 }, 1000)).toEqual({ from: 50, to: 250 }));
  test("zooming out does not extend beyond the current time", () =>
    expect(widerSpan({ from: 100, to: 200 }, 220)).toEqual({ from: 20, to: 220 }));
});

const HOUR = 60 * MINUTE;
test.each([
  [HOUR, "10:00"],
  [24 * HOUR, "10:00"],
  [48 * HOUR, "10:00"],
  [30 * 24 * HOUR, "Nov 15"],
  [2 * 365 * 24 * HOUR, "2026-11"],
])("a span of %d ms is labelled %s", (length, label) => expect(axisLabel(start, length, "UTC")).toBe(label));

test("describes the marked range in words", () => {
  const series = [
    { label: "Critical", colour: "" },
    { label: "Info", colour: "" },
  ];
  const text = (anchor: number, head: number) => words({ brush: { anchor, head }, line, series, timeZone: "UTC" });
  expect(text(0, 1)).toBe("2026-11-15 10:00 to 10:02: 5, of which 1 Critical, 4 Info");
  expect(text(5, 6)).toBeUndefined();
  expect(describeAll(buckets, series)).toBe("9, of which 3 Critical, 6 Info");
  expect(describeAll([], series)).toBe("none");
});

test("a tick at midnight is labelled with the day", () => {
  const midnight = Date.parse("2026-11-16T00:00:00Z");
  expect([2 * HOUR, 48 * HOUR].map((length) => axisLabel(midnight, length, "UTC"))).toEqual(["Nov 16", "Nov 16"]);
  expect(axisLabel(midnight, 48 * HOUR, "Asia/Kathmandu")).toBe("05:45");
});

test.each([
  ["two days", 48 * HOUR, 8, "UTC", ["12:00", "18:00", "Nov 16", "06:00", "12:00", "18:00", "Nov 17", "06:00"]],
  ["two days with few labels", 48 * HOUR, 4, "UTC", ["12:00", "Nov 16", "12:00", "Nov 17"]],
  ["two days in another time zone", 48 * HOUR, 2, "Asia/Kathmandu", ["Nov 16", "Nov 17"]],
  ["an hour", HOUR, 4, "UTC", ["10:00", "10:15", "10:30", "10:45", "11:00"]],
  ["a month", 30 * 24 * HOUR, 4, "UTC", ["Nov 23", "Dec 07"]],
])("the axis of %s has ticks at round times", (_, length, max, timeZone, labels) => {
  const ticks = axisTicks({ from: start, to: start + length }, max, timeZone);
  expect(ticks.map((moment) => axisLabel(moment, length, timeZone))).toEqual(labels);
});

test.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [5, 5],
  [6, 6],
  [7, 8],
  [13, 20],
  [101, 200],
  [4999, 5000],
])("if the highest bar is %d, the scale ends at %d", (highest, top) => expect(topOfScale(highest)).toBe(top));

test("bar heights are proportional to their counts, and small parts stay visible", () => {
  expect(barParts([100, 0], 100)).toEqual([100, 0]);
  expect(barParts([25, 0], 100)).toEqual([25, 0]);
  expect(barParts([0, 0], 100)).toEqual([0, 0]);
  expect(barParts([1, 99], 10_000)[0]).toBe(3);
  const full = barParts([1, 1, 1, 9997], 10_000);
  expect(full.reduce((sum, part) => sum + part)).toBeLessThanOrEqual(100.001);
});
