import { expect, test } from "vitest";
import { bucketOf } from "./graph.ts";
import { readSpan } from "./span.ts";

const now = Date.parse("2026-11-15T12:00:00Z");
const read = (query: Parameters<typeof readSpan>[0]) => {
  const { from, to } = readSpan(query, now);
  return [from.toISOString(), to.toISOString()];
};

test("reads the last hour by default, and accepts times and ages as start and end", () => {
  expect(read({})).toEqual(["2026-11-15T11:00:00.000Z", "2026-11-15T12:00:00.000Z"]);
  expect(read({ start: "2d" })).toEqual(["2026-11-13T12:00:00.000Z", "2026-11-15T12:00:00.000Z"]);
  expect(read({ since: "1w", until: "1d" })).toEqual(["2026-11-08T12:00:00.000Z", "2026-11-14T12:00:00.000Z"]);
  expect(read({ start: "1mo" })[0]).toBe("2026-10-16T12:00:00.000Z");
  expect(read({ start: "2026-11-01T10:00:00+02:00", end: "2026-11-02T00:00:00Z" })).toEqual([
    "2026-11-01T08:00:00.000Z",
    "2026-11-02T00:00:00.000Z",
  ]);
  expect(read({ start: "now-30m", end: "0s" })[0]).toBe("2026-11-15T11:30:00.000Z");
  expect(read({ start: "900y" })[0]).toBe("2000-01-01T00:00:00.000Z");
});

test("rejects an invalid span", () => {
  expect(() => read({ start: "yesterday" })).toThrow(/query\.start: "yesterday" is not a valid time/);
  expect(() => read({ end: "1parsec" })).toThrow(/query\.end: "1parsec" is not a duration/);
  expect(() => read({ start: "1h", end: "2h" })).toThrow("query.start: must be before end");
});

test("HL-63 divides a span into at most 300 points of at least a minute", () => {
  const width = (start: string, count = 300) => bucketOf(readSpan({ start }, now), count) / 60_000;
  expect([width("15m"), width("1h"), width("299m")]).toEqual([1, 1, 1]);
  expect(width("300m")).toBe(2);
  expect(width("30d")).toBe(145);
  expect(width("1d", 1)).toBe(24 * 60);
});
