// @vitest-environment node
import { expect, test } from "vitest";
import type { TimelineEntry } from "../../contract/model.ts";
import { dotsOf, spanOf, toneOf } from "./timeline-scale.ts";

const entry = (minute: number, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: `${minute}`,
  at: new Date(minute * 60_000).toISOString(),
  lane: "history",
  text: "",
  ...more,
});
const at = (minute: number) => new Date(minute * 60_000).toISOString();

test("the span covers the incident and all entries, and is at least a minute long", () => {
  expect(spanOf({ from: at(10), to: at(20), entries: [entry(5), entry(25)], isCut: false })).toEqual({
    start: 5 * 60_000,
    end: 25 * 60_000,
  });
  expect(spanOf({ from: at(1), to: at(1), entries: [], isCut: false })).toEqual({ start: 60_000, end: 120_000 });
});

test("entries are placed by time, and entries that would overlap share a dot", () => {
  const span = { start: 0, end: 100 * 60_000 };
  const dots = dotsOf([entry(50), entry(0), entry(0.5), entry(100)], span);
  expect(dots.map(({ place, entries }) => [place, entries.length])).toEqual([
    [0, 2],
    [0.5, 1],
    [1, 1],
  ]);
});

test("a dot has the worst tone of its entries", () => {
  expect(toneOf({ entries: [entry(0, { tone: "good" }), entry(1, { tone: "bad" })] })).toBe("bad");
  expect(toneOf({ entries: [entry(0)] })).toBeUndefined();
});
