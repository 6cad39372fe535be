import { expect, test } from "vitest";
import { createIncreasingIds, newId } from "./new-id.ts";

test("an id begins with its time and has version 7", () => {
  expect(newId(Date.parse("2026-11-17T12:00:00Z"))).toMatch(/^01a1e960-d600-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test("ids increase within a millisecond, and when the clock is set back", () => {
  let now = 1_000_000;
  const next = createIncreasingIds(() => now);
  const ids = Array.from({ length: 10_000 }, () => next());
  now -= 500;
  ids.push(next(), next());
  now += 5_000;
  ids.push(next());
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
