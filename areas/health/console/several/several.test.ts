// @vitest-environment node
import { expect, test } from "vitest";
import { entryOf, openCheckOf, pathOf } from "../canary/open-check.ts";
import { uptimeIn, uptimeSpans } from "../uptime-spans.ts";
import { outcomeWords } from "./outcome-words.ts";

const failed = (name: string) => ({ id: name, name, error: "It was deleted." });
const done = (name: string) => ({ id: name, name });

test("the message counts the changed checks, and lists the refused checks with the reasons", () => {
  expect(outcomeWords("paused", { done: [done("api")], failed: [] })).toBe("api paused");
  expect(outcomeWords("paused", { done: [done("a"), done("b")], failed: [failed("c")] })).toBe(
    "2 checks paused. Not paused: c (It was deleted.)",
  );
  const many = ["a", "b", "c", "d", "e"].map(failed);
  expect(outcomeWords("deleted", { done: [], failed: many })).toBe(
    "Not deleted: a (It was deleted.), b (It was deleted.), c (It was deleted.), and 2 more",
  );
});

test("prints the number of runs, and when the data begins", () => {
  const now = Date.parse("2026-11-15T12:00:00Z");
  const row = {
    check_id: "x",
    passed_24h: 0,
    failed_24h: 0,
    passed_7d: 3,
    failed_7d: 1,
    passed_30d: 1000,
    failed_30d: 0,
    first_hour: "2026-11-12T10:00:00+00:00",
  };
  const [day, week, month] = uptimeSpans.map((span) => uptimeIn(row, span, now));
  expect(day).toMatchObject({ text: undefined, title: "No counted run in the last 24 hours" });
  expect(week).toMatchObject({ text: "75.0%", since: row.first_hour });
  expect(week!.title).toBe("3 of 4 runs passed; no data before 2026-11-12 10:00 UTC");
  expect(month).toMatchObject({ text: "100.0%", isComplete: true, since: row.first_hour });
  // The data begins within the last week, so the monthly figure adds no information.
  expect([day, week, month].map((uptime) => uptime!.isRepeated)).toEqual([false, false, true]);
  const whole = uptimeIn({ ...row, first_hour: "2026-10-16T13:00:00+00:00" }, uptimeSpans[2]!, now);
  expect(whole).toMatchObject({ since: undefined, title: "1,000 of 1,000 runs passed in the last 30 days" });
});

test("finds the check from the URL in the canary editor", () => {
  const entries = [
    { type: "http", index: 0, value: { name: "a/b" } },
    { type: "http", index: 1, value: { url: "https://shop" } },
    { type: "tcp", index: 0, value: { endpoint: "db:1" } },
  ];
  expect(entryOf(entries, openCheckOf({ type: "http", name: "a/b" }))).toBe(entries[0]);
  expect(entryOf(entries, "http/https://shop")).toBe(entries[1]);
  expect(entryOf(entries, "http/unknown")).toBeUndefined();
  expect(entryOf(entries, "tcp/named otherwise")).toBe(entries[2]);
  expect(entryOf(entries, "")).toBeUndefined();
});

test("finds the path of the check from the URL in the code of a canary", () => {
  const spec = { schedule: "@daily", http: [{ name: "a" }, { name: "b" }], kubernetes: { name: "pods" } };
  expect(pathOf(spec, "http/b")).toEqual(["http", 1]);
  expect(pathOf(spec, "kubernetes/pods")).toEqual(["kubernetes"]);
  expect(pathOf(spec, "tcp/b")).toBeUndefined();
  expect(pathOf(spec, "")).toBeUndefined();
  expect(pathOf(undefined, "http/b")).toBeUndefined();
});
