import { describe, expect, test } from "vitest";
import type { LogLine } from "../../contract.ts";
import { noTerms } from "#lib/logs/search-terms.ts";
import type { LogQuery, LogSource, RawLine } from "../source/reader.ts";
import { countFields, BucketCounter } from "./count-lines.ts";
import { dedupe } from "./dedupe.ts";
import { labelFilter } from "./label-filter.ts";
import { LineSplitter } from "./line-splitter.ts";
import { matchLines } from "./match.ts";
import { readLines } from "./read-lines.ts";
import { shapeLine } from "./shape-line.ts";

const time = Date.parse("2026-11-17T10:00:00.000Z");
const raw = (message: string, more: Partial<RawLine> = {}): RawLine => ({
  id: "1",
  time,
  message,
  labels: {},
  ...more,
});

describe("shapeLine", () => {
  test("finds message, severity, host and source in JSON, and keeps the other fields as labels", () => {
    const message =
      '{"level":"warn","time":1795082400000,"msg":"slow","host":"web1","logger":"db","ms":1200,"req":{"id":"7"}}';
    expect(shapeLine(raw(message, { labels: { app: "shop" } }), { labels: { env: "test" } })).toEqual({
      id: "1",
      timestamp: "2026-11-17T10:00:00.000Z",
      firstObserved: "2026-11-17T10:00:00.000Z",
      lastObserved: "2026-11-17T10:00:00.000Z",
      count: 1,
      message: "slow",
      hash: expect.stringMatching(/^[\da-f]{16}$/),
      severity: "warning",
      host: "web1",
      source: "db",
      labels: { env: "test", ms: "1200", "req.id": "7", app: "shop" },
    });
  });

  test("uses the fields of the mapping first, and leaves out ignored fields", () => {
    const message = '{"text":"a","body":"b","when":"2026-11-17T09:00:00Z","noise":"x","key":"k-1","sev":"ERR"}';
    const mapping = { id: ["key"], message: ["body"], timestamp: ["when"], severity: ["sev"], ignore: ["noise"] };
    expect(shapeLine(raw(message), { mapping })).toMatchObject({
      id: "k-1",
      message: "b",
      timestamp: "2026-11-17T09:00:00.000Z",
      severity: "error",
      labels: { text: "a" },
    });
  });

  test("keeps the nanoseconds of a timestamp, and labels whose value also becomes a field", () => {
    const line = shapeLine(raw("x", { timestamp: "2026-11-17T10:00:00.000000123Z", labels: { level: "error" } }), {});
    expect(line).toMatchObject({
      timestamp: "2026-11-17T10:00:00.000000123Z",
      severity: "error",
      labels: { level: "error" },
    });
  });

  test("a line that does not have the stated format becomes the message unchanged", () => {
    expect(shapeLine(raw("not json"), { parse: "json" })).toMatchObject({ message: "not json", labels: {} });
  });

  test("a message of ten megabytes is cut", () => {
    expect(shapeLine(raw("x".repeat(10_000_000)), {}).message.length).toBeLessThan(70_000);
  });
});

const lineAt = (seconds: number, message: string, more: Partial<LogLine> = {}): LogLine => {
  const at = new Date(time + seconds * 1_000).toISOString();
  return {
    ...shapeLine(raw(message), {}),
    id: `${seconds}`,
    timestamp: at,
    firstObserved: at,
    lastObserved: at,
    ...more,
  };
};

describe("dedupe", () => {
  test("merges lines that differ only in values, and returns their number and the first and last time", () => {
    const lines = [lineAt(30, "took 3 ms"), lineAt(20, "took 2 ms"), lineAt(10, "other"), lineAt(0, "took 1 ms")];
    expect(dedupe(lines, { window: "1m" })).toMatchObject([
      {
        message: "took 3 ms",
        count: 3,
        firstObserved: "2026-11-17T10:00:00.000Z",
        lastObserved: "2026-11-17T10:00:30.000Z",
      },
      { message: "other", count: 1 },
    ]);
  });

  test("lines outside the window, or with different fields, are not merged", () => {
    expect(dedupe([lineAt(0, "a"), lineAt(90, "a")], { window: "1m" })).toHaveLength(2);
    const hosts = [lineAt(0, "a", { host: "x" }), lineAt(1, "a", { host: "y" }), lineAt(2, "b", { host: "x" })];
    expect(dedupe(hosts, { window: "1m", fields: ["host"] }).map(({ count }) => count)).toEqual([2, 1]);
    const labelled = [lineAt(0, "a", { labels: { app: "x" } }), lineAt(1, "b", { labels: { app: "x" } })];
    expect(dedupe(labelled, { window: "1m", fields: ["label.app"] })).toHaveLength(1);
  });
});

describe("matchLines", () => {
  const lines = [lineAt(0, "ERROR a"), lineAt(1, "INFO b", { labels: { app: "shop" } }), lineAt(2, "c")];
  test("keeps lines for which one of the expressions is true", async () => {
    const kept = await matchLines(lines, ["severity == 'error'", "labels.app == 'shop'"]);
    expect(kept.map(({ message }) => message)).toEqual(["ERROR a", "INFO b"]);
    expect(await matchLines(lines, [])).toHaveLength(3);
  });
  test("an invalid expression is reported as a mistake of the caller", async () => {
    await expect(matchLines(lines, ["severity =="])).rejects.toMatchObject({ status: 400 });
  });
});

test("all pages of a source are read up to the limit, and their lines are filtered and merged", async () => {
  const stored = Array.from({ length: 50 }, (_, index) =>
    raw(`${index % 2 === 0 ? "ERROR" : "INFO"} step ${index}`, {
      id: String(index),
      time: time + Math.floor(index / 5),
    }),
  );
  // A source that returns at most seven lines per page, similar to a real source with a page limit.
  const search = async ({ end, limit }: LogQuery) => {
    const all = stored.filter((line) => line.time <= end).toSorted((a, b) => b.time - a.time);
    const lines = all.slice(0, Math.max(limit - 30, 7) + 5);
    return { lines, ...(lines.length < all.length && { reached: lines.at(-1)!.time }) };
  };
  const source = { search } as unknown as LogSource;
  const query: LogQuery = { labels: {}, terms: noTerms, start: 0, end: time * 2, limit: 40, direction: "backward" };
  expect(await readLines(source, query)).toHaveLength(40);
  const errors = await readLines(
    source,
    { ...query, limit: 500 },
    { match: ["severity == 'error'"], dedupe: { window: "1h" } },
  );
  expect(errors).toMatchObject([{ count: 25, severity: "error" }]);
});

test("labels are compared with match expressions", () => {
  const test = labelFilter({ app: "web-*,!web-test", host: "h1" });
  const message = "plain";
  expect(test({ message, labels: { app: "web-1" }, host: "h1" })).toBe(true);
  expect(test({ message, labels: { app: "web-test" }, host: "h1" })).toBe(false);
  expect(test({ message, labels: { app: "web-1" } })).toBe(false);
  // Label filters also apply to the fields of a line.
  expect(test({ message: '{"app":"web-2","host":"h1"}', labels: {} })).toBe(true);
});

test("lines are split across chunks, even inside a character, and long lines are cut", () => {
  const splitter = new LineSplitter(10);
  const bytes = Buffer.from("one\ntwö\n0123456789abc\nlast");
  const lines = [...bytes].flatMap((_, index) => splitter.push(bytes.subarray(index, index + 1)));
  expect([...lines, ...splitter.end()]).toEqual(["one", "twö", "0123456789", "last"]);
  expect(splitter.end()).toEqual([]);
});

test("lines are counted by interval and severity, and fields by value", () => {
  const counter = new BucketCounter(time, 60_000);
  counter.add(time + 1, "error");
  counter.add(time + 59_999, "error");
  counter.add(time + 60_000, undefined, 3);
  expect(counter.buckets()).toEqual([
    { time, severity: "error", count: 2 },
    { time: time + 60_000, severity: "unknown", count: 3 },
  ]);
  expect(countFields([{ a: "1" }, { a: "1", b: "x" }, { a: "2" }])).toEqual([
    {
      name: "a",
      count: 3,
      values: [
        { value: "1", count: 2 },
        { value: "2", count: 1 },
      ],
    },
    { name: "b", count: 1, values: [{ value: "x", count: 1 }] },
  ]);
});
