import { expect, test } from "vitest";
import { whyMissed, type Known } from "./missed.ts";

const dueAt = Date.parse("2026-03-01T12:00:00Z");
const second = 1_000;
const at = (seconds: number) => new Date(dueAt + seconds * second).toISOString();
const span = (from: number, to: number) => ({ from: dueAt + from * second, to: dueAt + to * second });
const known = (parts: Partial<Known> & { stall?: { from: number; to: number } }): Known => ({
  isTakenOver: false,
  dueAt,
  now: dueAt + 60 * second,
  intervalMs: 30 * second,
  startedAt: dueAt - 3_600 * second,
  outage: undefined,
  lateness: { stallSince: (moment) => (parts.stall && parts.stall.to >= moment ? parts.stall : undefined) },
  ...parts,
});

test("a check that is late by less than it may be was not missed", () => {
  expect(whyMissed(known({ now: dueAt + 19 * second }))).toBeUndefined();
  expect(whyMissed(known({ now: dueAt + 6 * second, intervalMs: second }))).toMatch(/^Runner overload/);
});

test("after a stop no worker ran it, also when the new worker was held up while it started", () => {
  const stopped = { startedAt: dueAt + 55 * second };
  const reason = `No worker ran it from ${at(0)} to ${at(55)}.`;
  expect(whyMissed(known(stopped))).toBe(reason);
  expect(whyMissed(known({ ...stopped, stall: span(56, 58) }))).toBe(reason);
  // A process that was killed leaves its leases behind.
  expect(whyMissed(known({ ...stopped, isTakenOver: true, stall: span(56, 58) }))).toBe(reason);
  expect(whyMissed(known({ ...stopped, outage: span(54, 56) }))).toBe(reason);
});

test("the reason is what lasted longest of the gap", () => {
  expect(whyMissed(known({ stall: span(-5, 50) }))).toBe(`The runner stood still from ${at(-5)} to ${at(50)}.`);
  expect(whyMissed(known({ stall: span(-5, 50), isTakenOver: true }))).toMatch(/^The runner stood still/);
  expect(whyMissed(known({ outage: span(-9, 58), stall: span(2, 4) }))).toBe(
    `The database could not be reached from ${at(-9)} to ${at(58)}.`,
  );
  // A short stall of ours is not why another worker did not come to its end.
  expect(whyMissed(known({ isTakenOver: true, stall: span(2, 4) }))).toBe(
    "The worker that was to run it ended before it was done.",
  );
  expect(whyMissed(known({ outage: span(-90, -60) }))).toBe(
    `Runner overload: no worker had room for it from ${at(0)} to ${at(60)}.`,
  );
});
