import { expect, test } from "vitest";
import { HOUR, MINUTE } from "#lib/time/zoned-time.ts";
import { SlidingCount } from "./sliding-count.ts";

test("counts the messages within the window", () => {
  const count = new SlidingCount(4 * HOUR);
  const start = 1_000 * HOUR;
  count.add(start, 30);
  count.add(start + HOUR, 20);
  expect(count.at(start + 2 * HOUR)).toBe(50);
  expect(count.at(start + 4 * HOUR)).toBe(50);
  expect(count.at(start + 4 * HOUR + MINUTE)).toBe(20);
  count.add(start + 5 * HOUR);
  expect(count.at(start + 5 * HOUR)).toBe(21);
  expect(count.at(start + 6 * HOUR)).toBe(1);
  expect(count.at(start + 20 * HOUR)).toBe(0);
});
