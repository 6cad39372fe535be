import { expect, test } from "vitest";
import { Breaker } from "./breaker.ts";

function failing(times: number, at = 0): Breaker {
  const breaker = new Breaker(1_000);
  for (let n = 0; n < times; n += 1) {
    expect(breaker.tryStart(at)).toBe(true);
    breaker.failed(at);
  }
  return breaker;
}

test("pauses deliveries after five failures in a row", () => {
  const breaker = failing(4);
  expect(breaker.isOpen).toBe(false);
  breaker.failed(0);
  expect(breaker.isOpen).toBe(true);
  expect(breaker.tryStart(999)).toBe(false);
  expect(breaker.startsAt(10)).toBe(1_000);
});

test("a single delivery tests whether the service works again", () => {
  const breaker = failing(5);
  expect(breaker.tryStart(1_000)).toBe(true);
  expect(breaker.tryStart(1_000)).toBe(false);
  expect(breaker.startsAt(1_000)).toBeUndefined();
  breaker.succeeded();
  expect([breaker.tryStart(1_001), breaker.tryStart(1_001)]).toEqual([true, true]);
});

test("each pause is twice as long, up to five minutes", () => {
  const breaker = failing(5);
  let now = 0;
  const pauses: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    const next = breaker.startsAt(now)!;
    pauses.push((next - now) / 1_000);
    now = next;
    breaker.tryStart(now);
    breaker.failed(now);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
});

test("the maximum pause is configurable", () => {
  const breaker = new Breaker(1_000, 1_500);
  for (let n = 0; n < 6; n += 1) breaker.failed(0);
  expect(breaker.startsAt(0)).toBe(1_500);
});

test("a service can request a pause of up to an hour", () => {
  const breaker = new Breaker(1_000);
  breaker.failed(0, 3_600_000);
  expect(breaker.startsAt(0)).toBe(3_600_000);
  const other = new Breaker(1_000);
  other.failed(0, 7_200_000);
  expect(other.startsAt(0)).toBe(3_600_000);
});

test("a success resets the number of failures", () => {
  const breaker = failing(4);
  breaker.succeeded();
  breaker.failed(0);
  expect(breaker.isOpen).toBe(false);
});

test("a rate limit response pauses all deliveries, and does not count as a failure", () => {
  const breaker = new Breaker(1_000);
  breaker.failed(0, 30_000);
  expect(breaker.isOpen).toBe(false);
  expect([breaker.tryStart(29_999), breaker.tryStart(30_000), breaker.tryStart(30_000)]).toEqual([false, true, true]);
});

test("an interrupted trial delivery can be repeated", () => {
  const breaker = failing(5);
  breaker.tryStart(1_000);
  breaker.interrupted();
  expect(breaker.tryStart(1_000)).toBe(true);
});
