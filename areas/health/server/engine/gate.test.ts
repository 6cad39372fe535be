import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createGate } from "./gate.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function atGate(limits: { most: number; freshMs: number }) {
  const gate = createGate(limits);
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  return {
    begun,
    enter: (n: number) =>
      gate.enter(() => {
        begun.push(n);
        return new Promise<void>((resolve) => ends.set(n, resolve));
      }),
    async end(n: number) {
      ends.get(n)!();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test("so many begin at once, the others in their order as those end", async () => {
  const { begun, enter, end } = atGate({ most: 2, freshMs: 100 });
  for (const n of [1, 2, 3, 4]) enter(n);
  expect(begun).toEqual([1, 2]);
  await end(2);
  expect(begun).toEqual([1, 2, 3]);
  await end(1);
  await end(3);
  expect(begun).toEqual([1, 2, 3, 4]);
});

test("one that takes long keeps nobody out, and ends without letting in too many", async () => {
  const { begun, enter, end } = atGate({ most: 2, freshMs: 100 });
  for (const n of [1, 2, 3, 4, 5, 6]) enter(n);
  await vi.advanceTimersByTimeAsync(99);
  expect(begun).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual([1, 2, 3, 4]);
  await end(1);
  expect(begun).toEqual([1, 2, 3, 4]);
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toEqual([1, 2, 3, 4, 5, 6]);
});
