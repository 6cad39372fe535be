import { expect, test } from "vitest";
import { deadlineMs } from "./deadline.ts";

const url = "http://127.0.0.1/";

test.each([
  ["one minute by default", "redis", {}, {}, 3_600_000, 60_000],
  ["the timeout of its kind plus a grace period", "http", { url }, {}, 3_600_000, 35_000],
  ["its own timeout plus a grace period", "http", { url, thresholdMillis: 1_000 }, {}, 3_600_000, 6_000],
  ["longer for a crawl", "http", { url, crawl: {} }, {}, 3_600_000, 905_000],
  ["less than its interval", "redis", {}, {}, 10_000, 9_000],
  ["slightly less than a long interval", "postgres", { url: "postgres://x/y", timeout: 600 }, {}, 300_000, 299_000],
  ["its own timeout, in seconds or as a duration", "unknown", { timeout: "90s" }, {}, 3_600_000, 95_000],
  ["the time for its retries", "unknown", { retries: { maxRetries: 2, interval: "5s" } }, {}, 3_600_000, 195_000],
  ["the time for the retries of its canary", "unknown", {}, { retries: { maxRetries: 1 } }, 3_600_000, 126_000],
  ["until no more attempts can start", "unknown", { retries: { timeout: "2m", delay: "10s" } }, {}, 3_600_000, 195_000],
  [
    "one attempt when retries are disabled",
    "unknown",
    { retries: { disabled: true } },
    { retries: { maxRetries: 1 } },
    3_600_000,
    60_000,
  ],
  ["at least half a second", "unknown", {}, {}, 1, 500],
  ["at most 15 minutes without a schedule", "unknown", { timeout: 100_000 }, {}, undefined, 900_000],
])("limits a run to %s", (_, type, spec, canary, intervalMs, expected) => {
  expect(deadlineMs({ type, spec: { name: "x", ...spec } }, canary, intervalMs)).toBe(expected);
});
