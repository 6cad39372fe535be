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

test("a process on time is never late, one with long turns of its event loop is late by their sum", () => {
  const { lateness, pass } = simulated();
  const mark = lateness.mark();
  for (let turn = 0; turn < 100; turn += 1) pass(22);
  expect(lateness.since(mark)).toEqual({ totalMs: 0, longestMs: 0 });
  for (let turn = 0; turn < 10; turn += 1) pass(125);
  expect(lateness.since(mark)).toEqual({ totalMs: 1_000, longestMs: 100 });
  expect(lateness.since(lateness.mark())).toEqual({ totalMs: 0, longestMs: 0 });
  // No single gap was a stall.
  expect(lateness.stallSince(0)).toBeUndefined();
});

test("readers within one long turn do not hide it", () => {
  const { lateness, wait } = simulated();
  const mark = lateness.mark();
  for (let reader = 0; reader < 100; reader += 1) {
    wait(10);
    lateness.since(mark);
  }
  expect(lateness.since(mark)).toEqual({ totalMs: 975, longestMs: 975 });
  const within = lateness.mark();
  wait(100);
  expect(lateness.since(within)).toEqual({ totalMs: 100, longestMs: 100 });
});

test("a stall is known with its times by whichever clock went on", () => {
  const { clock, lateness, pass } = simulated();
  pass(20);
  pass(900);
  expect(lateness.stallSince(0)).toBeUndefined();
  // A machine that slept: only the wall clock went on.
  pass(60_025, 20);
  expect(lateness.stallSince(0)).toEqual({ from: clock.now - 60_000, to: clock.now });
  const slept = clock.now;
  pass(20);
  // A clock that was set back while the process was stopped.
  pass(-3_600_000, 5_025);
  expect(lateness.stallSince(slept + 1)).toBeUndefined();
  expect(lateness.stallSince(clock.now)).toMatchObject({ to: slept });
});

test("a stall is known before the timer fires that ends it", () => {
  const { clock, lateness, wait } = simulated();
  wait(2_025);
  expect(lateness.stallSince(clock.now)).toEqual({ from: clock.now - 2_000, to: clock.now });
});
