import { expect, test } from "vitest";
import { deadlineMs } from "./deadline.ts";

const url = "http://127.0.0.1/";

test.each([
  ["a minute unless its kind or it says otherwise", "redis", {}, {}, 3_600_000, 60_000],
  ["as long as its kind waits for an answer, and a little", "http", { url }, {}, 3_600_000, 35_000],
  ["as long as it waits itself", "http", { url, thresholdMillis: 1_000 }, {}, 3_600_000, 6_000],
  ["longer for a whole site", "http", { url, crawl: {} }, {}, 3_600_000, 905_000],
  ["less than its interval", "redis", {}, {}, 10_000, 9_000],
  ["a little less than a long one", "postgres", { url: "postgres://x/y", timeout: 600 }, {}, 300_000, 299_000],
  ["what it says of itself, in seconds or words", "unknown", { timeout: "90s" }, {}, 3_600_000, 95_000],
  ["with its retries", "unknown", { retries: { maxRetries: 2, interval: "5s" } }, {}, 3_600_000, 195_000],
  ["with those of its canary", "unknown", {}, { retries: { maxRetries: 1 } }, 3_600_000, 126_000],
  ["until no more tries begin", "unknown", { retries: { timeout: "2m", delay: "10s" } }, {}, 3_600_000, 195_000],
  ["unless it has none", "unknown", { retries: { disabled: true } }, { retries: { maxRetries: 1 } }, 3_600_000, 60_000],
  ["never nothing", "unknown", {}, {}, 1, 500],
  ["and not for ever without a schedule", "unknown", { timeout: 100_000 }, {}, undefined, 900_000],
])("a check may take %s", (_, type, spec, canary, intervalMs, expected) => {
  expect(deadlineMs({ type, spec: { name: "x", ...spec } }, canary, intervalMs)).toBe(expected);
});
