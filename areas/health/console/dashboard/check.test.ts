// @vitest-environment node
import { expect, test } from "vitest";
import { aCheck, ago, NOW } from "#tests/console/a-check.ts";
import {
  checkLatency,
  checkUptime,
  healthAt,
  isRecentTransition,
  isTransitionShown,
  shownAge,
  uptimeText,
} from "./check.ts";

test("HL-52 HL-53 prints uptime as the passing share, with one decimal", () => {
  const uptime = (passed: number, failed: number) =>
    uptimeText(checkUptime(aCheck("a", { uptime: { passed, failed, last_pass: null, last_fail: null } })));
  expect([uptime(2, 1), uptime(60, 0), uptime(0, 4), uptime(0, 0), uptime(9999, 1)]).toEqual([
    "66.7%",
    "100.0%",
    "0.0%",
    "–",
    "99.9%",
  ]);
});

test("HL-54 shows p95 as the latency, or p97 or p99 if p95 is missing", () => {
  const latency = { p50: null, avg: null, rolling1h: 0 };
  const latencyFrom = (p95: number | null, p97: number | null, p99: number | null) =>
    checkLatency(aCheck("a", { latency: { ...latency, p95, p97, p99 } }));
  expect([
    latencyFrom(5, 7, 9),
    latencyFrom(null, 7, 9),
    latencyFrom(null, null, 9),
    latencyFrom(null, null, null),
  ]).toEqual([5, 7, 9, undefined]);
});

test("HL-42 shows the time since the last run between an hour and a week", () => {
  const [hour, week] = [3600, 7 * 24 * 3600];
  expect(shownAge(ago(hour), NOW)).toBeUndefined();
  expect(shownAge(ago(hour + 1), NOW)).toBe((hour + 1) * 1000);
  expect(shownAge(ago(week - 1), NOW)).toBe((week - 1) * 1000);
  expect(shownAge(ago(week), NOW)).toBeUndefined();
  expect(shownAge(null, NOW)).toBeUndefined();
  expect(isRecentTransition(ago(week - 1), NOW)).toBe(true);
  expect(isRecentTransition(ago(week), NOW)).toBe(false);
});

test("a failing check always shows its last change, and a passing check shows it for a week", () => {
  const week = 7 * 24 * 3600;
  const isShown = (status: "healthy" | "unhealthy", at: string | null) =>
    isTransitionShown(aCheck("a", { status, last_transition_time: at }), NOW);
  expect([isShown("healthy", ago(week - 1)), isShown("healthy", ago(week))]).toEqual([true, false]);
  expect([isShown("unhealthy", ago(52 * week)), isShown("unhealthy", null)]).toEqual([true, false]);
});

test("a check is unknown after three intervals without a result", () => {
  expect(healthAt(aCheck("a"), NOW)).toBe("healthy");
  expect(healthAt(aCheck("a", { status: "unhealthy" }), NOW)).toBe("unhealthy");
  expect(healthAt(aCheck("a", { status: null }), NOW)).toBe("unknown");
  expect(healthAt(aCheck("a", { next_runtime: ago(181) }), NOW)).toBe("unknown");
  expect(healthAt(aCheck("a", { next_runtime: ago(179) }), NOW)).toBe("healthy");
  const waiting = aCheck("a");
  expect(healthAt(waiting, NOW)).toBe("healthy");
  expect(healthAt(waiting, NOW + 300_000)).toBe("unknown");
});
