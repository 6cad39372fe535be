import { expect, test } from "vitest";
import { newId } from "../uuid/new-id.ts";
import { cadenceOf, intervalSeconds, nextDue, shareOf } from "./cadence.ts";

const minute = cadenceOf("@every 1m")!;
const at = Date.parse("2026-11-15T12:00:00Z");

test("interval runs start at multiples of the interval, however long each run takes", () => {
  const id = newId();
  const first = nextDue(minute, id, { now: at, previous: 0 });
  expect(first).toBeGreaterThan(at);
  expect(first).toBeLessThanOrEqual(at + 60_000);
  let due = first;
  for (let run = 1; run <= 100; run += 1) {
    // Whenever a run ends within the interval, the next run starts one interval after the previous run.
    due = nextDue(minute, id, { now: due + run * 500, previous: due });
    expect(due).toBe(first + run * 60_000);
  }
});

test("due times that passed while no process was running are skipped", () => {
  const id = newId();
  const due = nextDue(minute, id, { now: at, previous: 0 });
  expect(nextDue(minute, id, { now: due + 3_600_000 + 1, previous: due })).toBe(due + 3_600_000 + 60_000);
});

test("the second run comes at least half an interval after the first", () => {
  for (let times = 0; times < 200; times += 1) {
    const next = nextDue(minute, newId(), { now: at + 20, previous: at });
    expect(next).toBeGreaterThanOrEqual(at + 30_000);
    expect(next).toBeLessThanOrEqual(at + 90_000);
  }
});

test("ten thousand checks are spread evenly over their interval", () => {
  const seconds = Array.from({ length: 60 }, () => 0);
  for (let times = 0; times < 10_000; times += 1) seconds[Math.floor(shareOf(newId(at + times)) * 60)]! += 1;
  expect(Math.min(...seconds)).toBeGreaterThan(100);
  expect(Math.max(...seconds)).toBeLessThan(240);
});

test("cron runs are delayed by a small offset that depends on the id", () => {
  const hourly = cadenceOf("0 * * * *")!;
  const nexts = Array.from({ length: 50 }, () => nextDue(hourly, newId(), { now: at, previous: at }));
  // The maximum offset is nine percent of fifteen minutes.
  for (const next of nexts) expect(next - at).toBeLessThanOrEqual(3_600_000 + 81_000);
  expect(new Set(nexts).size).toBeGreaterThan(40);
  const id = newId();
  const next = nextDue(hourly, id, { now: at, previous: at });
  expect(nextDue(hourly, id, { now: next, previous: next }) - next).toBe(3_600_000);
});

test("the interval of a schedule is its longest pause between two runs, and @never has no cadence", () => {
  expect(intervalSeconds(minute)).toBe(60);
  expect(intervalSeconds(cadenceOf("0 9 * * 1-5")!)).toBe(3 * 86_400);
  expect(cadenceOf("0 9 * * 1-5")!.minIntervalMs).toBe(86_400_000);
  expect(cadenceOf("@never")).toBeUndefined();
});
