import { expect, test } from "vitest";
import { newId } from "#server/db/new-id.ts";
import { cadenceOf, intervalSeconds, nextDue, shareOf } from "./cadence.ts";

const minute = cadenceOf("@every 1m")!;
const at = Date.parse("2026-11-15T12:00:00Z");

test("runs at an interval keep their place on the grid, whatever happens between", () => {
  const id = newId();
  const first = nextDue(minute, id, { now: at, previous: 0 });
  expect(first).toBeGreaterThan(at);
  expect(first).toBeLessThanOrEqual(at + 60_000);
  let due = first;
  for (let run = 1; run <= 100; run += 1) {
    // Done at any moment within the interval, the next one is an interval after the last.
    due = nextDue(minute, id, { now: due + run * 500, previous: due });
    expect(due).toBe(first + run * 60_000);
  }
});

test("moments that passed while nobody ran it are skipped", () => {
  const id = newId();
  const due = nextDue(minute, id, { now: at, previous: 0 });
  expect(nextDue(minute, id, { now: due + 3_600_000 + 1, previous: due })).toBe(due + 3_600_000 + 60_000);
});

test("the run after the first one comes no sooner than half an interval later", () => {
  for (let times = 0; times < 200; times += 1) {
    const next = nextDue(minute, newId(), { now: at + 20, previous: at });
    expect(next).toBeGreaterThanOrEqual(at + 30_000);
    expect(next).toBeLessThanOrEqual(at + 90_000);
  }
});

test("ten thousand checks spread evenly over their interval", () => {
  const seconds = Array.from({ length: 60 }, () => 0);
  for (let times = 0; times < 10_000; times += 1) seconds[Math.floor(shareOf(newId(at + times)) * 60)]! += 1;
  expect(Math.min(...seconds)).toBeGreaterThan(100);
  expect(Math.max(...seconds)).toBeLessThan(240);
});

test("what runs by the clock is a little late, each check by its own", () => {
  const hourly = cadenceOf("0 * * * *")!;
  const nexts = Array.from({ length: 50 }, () => nextDue(hourly, newId(), { now: at, previous: at }));
  // Nine percent of fifteen minutes.
  for (const next of nexts) expect(next - at).toBeLessThanOrEqual(3_600_000 + 81_000);
  expect(new Set(nexts).size).toBeGreaterThan(40);
  const id = newId();
  const next = nextDue(hourly, id, { now: at, previous: at });
  expect(nextDue(hourly, id, { now: next, previous: next }) - next).toBe(3_600_000);
});

test("an interval is the longest pause that the schedule makes; never is none", () => {
  expect(intervalSeconds(minute)).toBe(60);
  expect(intervalSeconds(cadenceOf("0 9 * * 1-5")!)).toBe(3 * 86_400);
  expect(cadenceOf("0 9 * * 1-5")!.shortestMs).toBe(86_400_000);
  expect(cadenceOf("@never")).toBeUndefined();
});
