import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createGate } from "./gate.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function atGate(limits: { maxFresh: number; freshMs: number }) {
  const gate = createGate(limits);
  const started: number[] = [];
  const ends = new Map<number, () => void>();
  return {
    started,
    enter: (n: number) =>
      gate.enter(() => {
        started.push(n);
        return new Promise<void>((resolve) => ends.set(n, resolve));
      }),
    async end(n: number) {
      ends.get(n)!();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test("starts the allowed number at once, and the others in order as those end", async () => {
  const { started, enter, end } = atGate({ maxFresh: 2, freshMs: 100 });
  for (const n of [1, 2, 3, 4]) enter(n);
  expect(started).toEqual([1, 2]);
  await end(2);
  expect(started).toEqual([1, 2, 3]);
  await end(1);
  await end(3);
  expect(started).toEqual([1, 2, 3, 4]);
});

test("admits others while a run takes long, and stays within the limit when it ends", async () => {
  const { started, enter, end } = atGate({ maxFresh: 2, freshMs: 100 });
  for (const n of [1, 2, 3, 4, 5, 6]) enter(n);
  await vi.advanceTimersByTimeAsync(99);
  expect(started).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual([1, 2, 3, 4]);
  await end(1);
  expect(started).toEqual([1, 2, 3, 4]);
  await vi.advanceTimersByTimeAsync(100);
  expect(started).toEqual([1, 2, 3, 4, 5, 6]);
});
