import { expect, test } from "vitest";
import {
  checkPath,
  displayName,
  healthOf,
  latencyOf,
  printUptime,
  rollUp,
  unknownReason,
  uptimeOf,
  type HealthColumns,
} from "./model.ts";

test("HL-37 displays the name of a check, or its description if it has no name, or its endpoint", () => {
  const named = { name: "login", description: "Can people sign in", endpoint: "https://example.org" };
  expect(displayName(named)).toBe("login");
  expect(displayName({ ...named, name: "" })).toBe("Can people sign in");
  expect(displayName({ ...named, name: "", description: null })).toBe("https://example.org");
  expect(displayName({})).toBe("");
});

test("HL-14 links to a check with a time range of one hour", () => {
  expect(checkPath("0190-1")).toBe("/health?checkId=0190-1&timeRange=1h");
  expect(checkPath("a&b", "1d")).toBe("/health?checkId=a%26b&timeRange=1d");
});

test("HL-53 computes uptime from the counted runs, and returns undefined without runs", () => {
  expect(uptimeOf({ passed: 3, failed: 1 })).toBe(0.75);
  expect(uptimeOf({ passed: 0, failed: 2 })).toBe(0);
  expect(uptimeOf({ passed: 0, failed: 0 })).toBeUndefined();
});

test("HL-52 prints uptime with one decimal, and 100.0% only without failures", () => {
  expect(printUptime({ passed: 2, failed: 1 })).toBe("66.7%");
  expect(printUptime({ passed: 60, failed: 0 })).toBe("100.0%");
  expect(printUptime({ passed: 100_000, failed: 1 })).toBe("99.9%");
  expect(printUptime({ passed: 0, failed: 0 })).toBe("");
});

test("shows p95 as the latency of a row, else p97, else p99", () => {
  expect(latencyOf({ p95: 1, p97: 2, p99: 3 })).toBe(1);
  expect(latencyOf({ p95: 0, p97: 2, p99: 3 })).toBe(0);
  expect(latencyOf({ p95: null, p97: 2, p99: 3 })).toBe(2);
  expect(latencyOf({ p99: 3 })).toBe(3);
  expect(latencyOf({ p95: null })).toBeUndefined();
});

test("HL-41 the health of a group is mixed unless all its checks have the same health", () => {
  expect(rollUp(["healthy", "healthy"])).toBe("healthy");
  expect(rollUp(["unhealthy"])).toBe("unhealthy");
  expect(rollUp(["healthy", "unhealthy"])).toBe("mixed");
  expect(rollUp(["healthy", "unknown"])).toBe("mixed");
  expect(rollUp(["unknown"])).toBe("unknown");
  expect(rollUp([])).toBe("unknown");
  expect(rollUp(["healthy", "maintenance"])).toBe("healthy");
  expect(rollUp(["maintenance"])).toBe("maintenance");
  expect(rollUp(["unhealthy", "paused"])).toBe("unhealthy");
  expect(rollUp(["paused"])).toBe("paused");
  expect(rollUp(["paused", "maintenance"])).toBe("maintenance");
  expect(rollUp([])).toBe("unknown");
});

const now = Date.parse("2026-11-15T12:00:00Z");
const before = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const columns = (more: Partial<HealthColumns> = {}): HealthColumns => ({
  status: "healthy",
  next_runtime: before(-30),
  interval_seconds: 60,
  could_not_check_since: null,
  could_not_check_reason: null,
  ...more,
});

test("a check is unknown with a reason after three intervals without a result", () => {
  const reason = { could_not_check_reason: "The database is away." };
  expect(unknownReason(columns(), now)).toBeUndefined();
  expect(unknownReason(columns({ could_not_check_since: before(180), ...reason }), now)).toBeUndefined();
  expect(unknownReason(columns({ could_not_check_since: before(181), ...reason }), now)).toBe("The database is away.");
  expect(unknownReason(columns({ could_not_check_since: before(181) }), now)).toBe("It could not be checked.");
});

test("a check is unknown when it is overdue; a check without a schedule is never overdue", () => {
  expect(unknownReason(columns({ next_runtime: before(180) }), now)).toBeUndefined();
  expect(unknownReason(columns({ next_runtime: before(181) }), now)).toMatch(/overdue/);
  expect(unknownReason(columns({ next_runtime: before(999), interval_seconds: null }), now)).toBeUndefined();
  expect(unknownReason(columns({ next_runtime: null }), now)).toBeUndefined();
});

test("a check is not counted as passing or failing before its first run or while its status is unknown", () => {
  expect(healthOf(columns(), now)).toBe("healthy");
  expect(healthOf(columns({ status: "unhealthy" }), now)).toBe("unhealthy");
  expect(healthOf(columns({ status: null }), now)).toBe("unknown");
  expect(unknownReason(columns({ status: null }), now)).toBe("It has not run yet.");
  expect(healthOf(columns({ status: "unhealthy", next_runtime: before(999) }), now)).toBe("unknown");
});
