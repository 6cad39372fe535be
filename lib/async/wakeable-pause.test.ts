import { expect, test } from "vitest";
import { createWakeablePause } from "./wakeable-pause.ts";

const aDay = 86_400_000;

test("ends a pause early when wake is called", async () => {
  const pause = createWakeablePause();
  const waiting = pause.wait(aDay);
  pause.wake();
  await expect(waiting).resolves.toBeUndefined();
});

test("remembers one wake-up between two pauses", async () => {
  const pause = createWakeablePause();
  pause.wake();
  pause.wake();
  await pause.wait(aDay);
  let isOver = false;
  const second = pause.wait(aDay).then(() => (isOver = true));
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  pause.wake();
  await second;
});

test("ends when its signal aborts, or at once if the signal is already aborted", async () => {
  const pause = createWakeablePause();
  const ending = new AbortController();
  const waiting = pause.wait(aDay, ending.signal);
  ending.abort();
  await expect(waiting).resolves.toBeUndefined();
  await expect(pause.wait(aDay, ending.signal)).resolves.toBeUndefined();
});

test("ends after the given time", async () => {
  await expect(createWakeablePause().wait(1)).resolves.toBeUndefined();
});
