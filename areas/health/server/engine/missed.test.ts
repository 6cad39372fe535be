import { expect, test } from "vitest";
import { whyMissed, type LateTurn } from "./missed.ts";

const dueAt = Date.parse("2026-03-01T12:00:00Z");
const second = 1_000;
const at = (seconds: number) => new Date(dueAt + seconds * second).toISOString();
const span = (from: number, to: number) => ({ from: dueAt + from * second, to: dueAt + to * second });
const lateTurn = (parts: Partial<LateTurn> & { stall?: { from: number; to: number } }): LateTurn => ({
  isTakenOver: false,
  dueAt,
  now: dueAt + 60 * second,
  intervalMs: 30 * second,
  startedAt: dueAt - 3_600 * second,
  outage: undefined,
  lateness: { stallSince: (moment) => (parts.stall && parts.stall.to >= moment ? parts.stall : undefined) },
  ...parts,
});

test("returns no reason while the delay is tolerable", () => {
  expect(whyMissed(lateTurn({ now: dueAt + 19 * second }))).toBeUndefined();
  expect(whyMissed(lateTurn({ now: dueAt + 6 * second, intervalMs: second }))).toMatch(/^Runner overload/);
});

test("reports that no worker ran, also when the new worker stalled while it started", () => {
  const stopped = { startedAt: dueAt + 55 * second };
  const reason = `No worker ran it from ${at(0)} to ${at(55)}.`;
  expect(whyMissed(lateTurn(stopped))).toBe(reason);
  expect(whyMissed(lateTurn({ ...stopped, stall: span(56, 58) }))).toBe(reason);
  // A process that was killed leaves its leases behind.
  expect(whyMissed(lateTurn({ ...stopped, isTakenOver: true, stall: span(56, 58) }))).toBe(reason);
  expect(whyMissed(lateTurn({ ...stopped, outage: span(54, 56) }))).toBe(reason);
});

test("reports the cause that covers most of the gap", () => {
  expect(whyMissed(lateTurn({ stall: span(-5, 50) }))).toBe(`The runner stood still from ${at(-5)} to ${at(50)}.`);
  expect(whyMissed(lateTurn({ stall: span(-5, 50), isTakenOver: true }))).toMatch(/^The runner stood still/);
  expect(whyMissed(lateTurn({ outage: span(-9, 58), stall: span(2, 4) }))).toBe(
    `The database could not be reached from ${at(-9)} to ${at(58)}.`,
  );
  // A short stall of ours does not explain why another worker did not finish.
  expect(whyMissed(lateTurn({ isTakenOver: true, stall: span(2, 4) }))).toBe(
    "The worker that was to run it ended before it was done.",
  );
  expect(whyMissed(lateTurn({ outage: span(-90, -60) }))).toBe(
    `Runner overload: no worker had room for it from ${at(0)} to ${at(60)}.`,
  );
});
