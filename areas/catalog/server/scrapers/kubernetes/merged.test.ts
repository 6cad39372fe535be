import { expect, test } from "vitest";
import { until } from "#tests/support/running-system.ts";
import { merged } from "./merged.ts";

test("merges sources with limited concurrency and backpressure, and stops all of them together", async () => {
  let now = 0;
  let peak = 0;
  let started = 0;
  const ended: boolean[] = [];
  const source = (count: number) =>
    async function* (signal: AbortSignal) {
      started += 1;
      now += 1;
      peak = Math.max(peak, now);
      try {
        for (let index = 0; index < count; index += 1) {
          await Promise.resolve();
          yield index;
        }
      } finally {
        now -= 1;
        ended.push(signal.aborted);
      }
    };
  const signal = new AbortController().signal;
  let sum = 0;
  for await (const value of merged(
    Array.from({ length: 10 }, () => source(5)),
    { concurrency: 3, signal },
  ))
    sum += value;
  expect([sum, peak, started]).toEqual([100, 3, 10]);
  for await (const value of merged([source(1_000), source(1_000)], { concurrency: 2, signal })) if (value === 3) break;
  await until(
    () => now,
    (count) => count === 0,
  );
  expect(ended.slice(-2)).toEqual([true, true]);
  const failing = async function* (): AsyncGenerator<number> {
    yield 1;
    throw new Error("gone");
  };
  await expect(async () => {
    for await (const _ of merged([failing, source(1_000_000)], { concurrency: 2, signal }));
  }).rejects.toThrow("gone");
});
