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
  expect(deadlineMs({ type: "http", spec }, canary, intervalMs)).toBe(expected);
});

test.each([
  ["http", "as long as its answer may", { thresholdMillis: 120_000 }, 125_000],
  ["http", "a minute when it says no more", { thresholdMillis: 500 }, 60_000],
  ["http", "and a site that is gone through as long as it may", { crawl: {} }, 905_000],
  ["tcp", "as long as a connection may", { endpoint: "db:1", thresholdMillis: 90_000 }, 95_000],
  ["junit", "the time that its script has by itself", { script: "make test" }, 305_000],
  ["junit", "or the time that it says", { script: "make test", timeout: "10m" }, 605_000],
  ["exec", "time to check a repository out, too", { script: "true", checkout: { url: "https://a/b.git" } }, 185_000],
])("%s may take %s", (type, _, spec, expected) => {
  expect(deadlineMs({ type, spec: { name: "slow", url: "http://a/", ...spec } }, {}, 3_600_000)).toBe(expected);
});

test.each([
  ["ten minutes", {}, 3_600_000, 645_000],
  [
    "what it waits for, each time",
    { waitFor: { timeout: "1m", delete: true }, clearResources: true },
    3_600_000,
    225_000,
  ],
  [
    "its own checks, too",
    { waitFor: { timeout: "1m" }, checks: [{}], checkRetries: { timeout: "2m" } },
    3_600_000,
    285_000,
  ],
  ["less than its interval", {}, 60_000, 59_000],
  ["as long as it says when nobody waits for it", { waitFor: { timeout: "1h" } }, undefined, 3_645_000],
])("what is made in a cluster may take %s", (_, spec, intervalMs, expected) => {
  const check = { type: "kubernetesResource", spec: { name: "made", ...spec } };
  expect(deadlineMs(check, { retries: { maxRetries: 9 } }, intervalMs)).toBe(expected);
});
