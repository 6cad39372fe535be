// @vitest-environment node
import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#lib/time/zoned-time.ts";
import { axisTime } from "./axis-time.ts";
import { beginOf, describeSpan, isSpan, spanForLastRun, spans, startOfGraph } from "./time-spans.ts";

const now = Date.UTC(2026, 10, 15, 12);

test("HL-48 offers these spans", () => {
  expect(spans.join(" ")).toBe("15m 1h 2h 3h 6h 12h 1d 2d 3d 1w 2w 3w 1mo 2mo 3mo 6mo 1y 2y 3y 5y");
  expect(isSpan("1mo")).toBe(true);
  expect(isSpan("4h")).toBe(false);
});

describe("HL-49 the span is the shortest that contains the last run", () => {
  test.each([
    [0, "1h"],
    [MINUTE, "1h"],
    [HOUR, "1h"],
    [HOUR + 1, "3h"],
    [5 * HOUR, "6h"],
    [13 * HOUR, "1d"],
    [2.5 * DAY, "3d"],
    [4 * DAY, "1w"],
    [20 * DAY, "3w"],
    [29 * DAY, "1mo"],
    [100 * DAY, "6mo"],
    [400 * DAY, "2y"],
    [9 * 360 * DAY, "5y"],
    // The clock of the server may be ahead of the browser's clock.
    [-MINUTE, "1h"],
  ])("%i ms ago: %s", (ago, span) => expect(spanForLastRun(now - ago, now)).toBe(span));

  test("the span is an hour if the check has not run yet", () => expect(spanForLastRun(undefined, now)).toBe("1h"));
});

test("requests the graph with the span itself, or with a start time if the span is in months", () => {
  expect(startOfGraph("3w", now)).toBe("3w");
  expect(startOfGraph("2mo", now)).toBe("2026-09-15T12:00:00.000Z");
  expect(beginOf("1h", now)).toBe(now - HOUR);
  expect(beginOf("1y", now)).toBe(Date.UTC(2025, 10, 15, 12));
});

test("prints a span in words", () => {
  expect(describeSpan("1h")).toBe("1 hour");
  expect(describeSpan("3w")).toBe("3 weeks");
  expect(describeSpan("2mo")).toBe("2 months");
});

test.each([
  ["15m", "13:00"],
  ["1d", "13:00"],
  ["2d", "Nov 15(13:00)"],
  ["1mo", "Nov 15(13:00)"],
  ["2mo", "November 15"],
  ["1y", "November 15"],
  ["2y", "2026"],
])("labels a chart over %s with %s", (span, words) => expect(axisTime(now, span, "Europe/Berlin")).toBe(words));
