import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { neverLate } from "../../../../tests/checks.ts";
import { watchRun } from "./own-delay.ts";

const timeout = { tookTooLong: true, isLastTry: true };

test("does not count our own work during a run against the target, finished or pending", async () => {
  const watch = watchRun(neverLate);
  expect(watch.excuse(timeout)).toBeUndefined();
  const never = new Promise<never>(() => {});
  // Concurrent calls count once: together they cannot take longer than the run.
  void watch.ownWork(() => never);
  await watch.ownWork(() => delay(50));
  expect(watch.excuse(timeout)).toMatch(/^The runner was late by up to/);
  expect(watch.excuse({ ...timeout, tookTooLong: false })).toBeUndefined();
});
