import { expect, test } from "vitest";
import { watchLateness } from "./lateness.ts";

function simulated() {
  const clock = { now: 1_000_000, elapsed: 0 };
  const lateness = watchLateness({ now: () => clock.now, elapsed: () => clock.elapsed });
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

test("adds up long turns of the event loop, and measures nothing for a process on time", () => {
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

test("measures a long turn correctly when it is read many times", () => {
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

test("reports a stall with its times, by the clock that advanced", () => {
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

test("reports a stall before the timer fires that ends it", () => {
  const { clock, lateness, wait } = simulated();
  wait(2_025);
  expect(lateness.stallSince(clock.now)).toEqual({ from: clock.now - 2_000, to: clock.now });
});
