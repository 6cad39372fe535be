import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { watchLateness, watchRun, whyMissed, type LateTurn } from "./lateness.ts";
import { neverLate } from "#tests/support/checks.ts";

function simulated() {
  const clock = { now: 1_000_000, elapsed: 0 };
  const lateness = watchLateness({ now: () => clock.now, elapsed: () => clock.elapsed });
  // Measures short delays, as runs do.
  lateness.watch();
  lateness.stop();
  const wait = (wall: number, elapsed = wall) => {
    clock.now += wall;
    clock.elapsed += elapsed;
  };
  const pass = (wall: number, elapsed = wall) => {
    wait(wall, elapsed);
    lateness.tick();
  };
  return { clock, lateness, wait, pass };
}

test("adds up the delays of long event-loop turns, and reports no delay while the process is on time", () => {
  const { lateness, pass } = simulated();
  const mark = lateness.mark();
  for (let turn = 0; turn < 100; turn += 1) pass(22);
  expect(lateness.since(mark)).toEqual({ totalMs: 0, maxGapMs: 0 });
  for (let turn = 0; turn < 10; turn += 1) pass(125);
  expect(lateness.since(mark)).toEqual({ totalMs: 1_000, maxGapMs: 100 });
  expect(lateness.since(lateness.mark())).toEqual({ totalMs: 0, maxGapMs: 0 });
  // No single gap was long enough to count as a stall.
  expect(lateness.stallSince(0)).toBeUndefined();
});

test("measures a long event-loop turn correctly even if the delay is read many times", () => {
  const { lateness, wait } = simulated();
  const mark = lateness.mark();
  for (let reader = 0; reader < 100; reader += 1) {
    wait(10);
    lateness.since(mark);
  }
  expect(lateness.since(mark)).toEqual({ totalMs: 975, maxGapMs: 975 });
  const within = lateness.mark();
  wait(100);
  expect(lateness.since(within)).toEqual({ totalMs: 100, maxGapMs: 100 });
});

test("reports the start and end of a stall if only the wall clock or only the monotonic clock advanced", () => {
  const { clock, lateness, pass } = simulated();
  pass(20);
  pass(900);
  expect(lateness.stallSince(0)).toBeUndefined();
  // The machine slept: only the wall clock advanced.
  pass(60_025, 20);
  expect(lateness.stallSince(0)).toEqual({ from: clock.now - 60_000, to: clock.now });
  const slept = clock.now;
  pass(20);
  // The clock was set back while the process was stopped.
  pass(-3_600_000, 5_025);
  expect(lateness.stallSince(slept + 1)).toBeUndefined();
  expect(lateness.stallSince(clock.now)).toMatchObject({ to: slept });
});

test("while no run is watched, reports stalls but no delays", () => {
  const clock = { now: 1_000_000, elapsed: 0 };
  const lateness = watchLateness({ now: () => clock.now, elapsed: () => clock.elapsed });
  lateness.stop();
  const pass = (ms: number) => {
    clock.now += ms;
    clock.elapsed += ms;
    lateness.tick();
  };
  const idle = lateness.mark();
  pass(500);
  expect(lateness.since(idle)).toEqual({ totalMs: 0, maxGapMs: 0 });
  pass(2_505);
  expect(lateness.stallSince(0)).toEqual({ from: clock.now - 2_000, to: clock.now });
  const end = lateness.watch();
  lateness.stop();
  const mark = lateness.mark();
  pass(125);
  expect(lateness.since(mark)).toEqual({ totalMs: 100, maxGapMs: 100 });
  end();
});

test("reports a stall even before the delayed timer fires", () => {
  const { clock, lateness, wait } = simulated();
  wait(2_025);
  expect(lateness.stallSince(clock.now)).toEqual({ from: clock.now - 2_000, to: clock.now });
});

const timeout = { tookTooLong: true, isLastTry: true };

test("the time that Quarterdeck itself uses during a run is not counted against the target, even if that work is unfinished", async () => {
  const watch = watchRun(neverLate);
  expect(watch.excuse(timeout)).toBeUndefined();
  const never = new Promise<never>(() => {});
  // The time of concurrent calls is counted once, because together they cannot take longer than the run.
  void watch.ownWork(() => never);
  await watch.ownWork(() => delay(50));
  expect(watch.excuse(timeout)).toMatch(/^The runner was late by up to/);
  expect(watch.excuse({ ...timeout, tookTooLong: false })).toBeUndefined();
});

const dueAt = Date.parse("2026-03-01T12:00:00Z");
const second = 1_000;
const at = (seconds: number) => new Date(dueAt + seconds * second).toISOString();
const span = (from: number, to: number) => ({ from: dueAt + from * second, to: dueAt + to * second });
const lateTurn = (parts: Partial<LateTurn> & { stall?: { from: number; to: number } }): LateTurn => ({
  isTakenOver: false,
  dueAt,
  now: dueAt + 60 * second,
  intervalMs: 30 * second,
  startedAt: dueAt - 3_600 * second,
  outage: undefined,
  lateness: { stallSince: (moment) => (parts.stall && parts.stall.to >= moment ? parts.stall : undefined) },
  ...parts,
});

test("returns no reason if the delay is tolerable", () => {
  expect(whyMissed(lateTurn({ now: dueAt + 19 * second }))).toBeUndefined();
  expect(whyMissed(lateTurn({ now: dueAt + 6 * second, intervalMs: second }))).toMatch(/^Runner overload/);
});

test("reports that no worker ran, even if the new worker stalled while it started", () => {
  const stopped = { startedAt: dueAt + 55 * second };
  const reason = `No worker ran the check from ${at(0)} to ${at(55)}.`;
  expect(whyMissed(lateTurn(stopped))).toBe(reason);
  expect(whyMissed(lateTurn({ ...stopped, stall: span(56, 58) }))).toBe(reason);
  // A process that was killed leaves its leases behind.
  expect(whyMissed(lateTurn({ ...stopped, isTakenOver: true, stall: span(56, 58) }))).toBe(reason);
  expect(whyMissed(lateTurn({ ...stopped, outage: span(54, 56) }))).toBe(reason);
});

test("reports the cause that covers most of the gap", () => {
  expect(whyMissed(lateTurn({ stall: span(-5, 50) }))).toBe(`The runner stalled from ${at(-5)} to ${at(50)}.`);
  expect(whyMissed(lateTurn({ stall: span(-5, 50), isTakenOver: true }))).toMatch(/^The runner stalled/);
  expect(whyMissed(lateTurn({ outage: span(-9, 58), stall: span(2, 4) }))).toBe(
    `The database could not be reached from ${at(-9)} to ${at(58)}.`,
  );
  // A short stall of this process does not explain why another worker did not finish.
  expect(whyMissed(lateTurn({ isTakenOver: true, stall: span(2, 4) }))).toBe(
    "The worker stopped before it had finished the check.",
  );
  expect(whyMissed(lateTurn({ outage: span(-90, -60) }))).toBe(
    `Runner overload: no worker had a free slot for the check from ${at(0)} to ${at(60)}.`,
  );
});
