import { expect, test } from "vitest";
import { deadlineMs } from "./deadline.ts";

test.each([
  ["a minute unless said", {}, {}, 3_600_000, 60_000],
  ["less than its interval", {}, {}, 10_000, 9_000],
  ["a little less than a long one", { timeout: 600 }, {}, 300_000, 299_000],
  ["what it says of itself, in seconds or words", { timeout: "90s" }, {}, 3_600_000, 95_000],
  ["with its retries", { retries: { maxRetries: 2, interval: "5s" } }, {}, 3_600_000, 190_000],
  ["with those of its canary", {}, { retries: { maxRetries: 1 } }, 3_600_000, 121_000],
  ["unless it has none", { retries: { disabled: true } }, { retries: { maxRetries: 1 } }, 3_600_000, 60_000],
  ["never nothing", {}, {}, 1, 500],
  ["and not for ever when nobody waits for it", { timeout: 100_000 }, {}, undefined, 900_000],
])("a check may take %s", (_, spec, canary, intervalMs, expected) => {
  expect(deadlineMs(spec, canary, intervalMs)).toBe(expected);
});
