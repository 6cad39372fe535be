import { expect, test } from "vitest";
import { watchStalls } from "./stalls.ts";

test("a process that stood still knows from when to when, by whichever clock went on", () => {
  const clock = { now: 1_000_000, elapsed: 0 };
  const stalls = watchStalls({ now: () => clock.now, elapsed: () => clock.elapsed });
  stalls.stop();
  const pass = (wall: number, elapsed: number) => {
    clock.now += wall;
    clock.elapsed += elapsed;
    stalls.look();
  };
  pass(200, 200);
  pass(900, 900);
  expect(stalls.since(0)).toBeUndefined();
  // A machine that slept: only the clock on the wall went on.
  pass(60_200, 200);
  expect(stalls.since(0)).toEqual({ from: clock.now - 60_000, to: clock.now });
  const slept = clock.now;
  pass(200, 200);
  // A clock that was set back while the process was stopped.
  pass(-3_600_000, 5_200);
  expect(stalls.since(slept + 1)).toBeUndefined();
  expect(stalls.since(clock.now)).toMatchObject({ to: slept });
});
