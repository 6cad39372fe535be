// Tests the deadline of a run, and the retries of a check before it counts as failed.
import { expect, test } from "vitest";
import { deadlineMs } from "./timing.ts";
import { result, type Say } from "#tests/support/spoken-check.ts";
import { CheckInvalid } from "../check-kind.ts";
import type { RunOptions } from "./run-check.ts";

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
])("limits the duration of a run to %s", (_, type, spec, canary, intervalMs, expected) => {
  expect(deadlineMs({ type, spec: { name: "x", ...spec } }, canary, intervalMs)).toBe(expected);
});

test("retries until the check passes or a limit is reached", async () => {
  let looks = 0;
  const after =
    (count: number): Say =>
    () => ({ pass: (looks += 1) >= count, data: { looks } });
  const retried = async (canary: object, own: object, outcome: Say, options: Partial<RunOptions> = {}) => {
    looks = 0;
    const checked = await result(
      { retries: own, test: { expr: "true" }, canary: { spec: { retries: canary } } },
      outcome,
      options,
    );
    return { looks, verdict: checked.verdict, retries: checked.data["retries"] };
  };
  expect(await retried({ maxRetries: 3, interval: "1ms" }, {}, after(3))).toMatchObject({
    looks: 3,
    verdict: "healthy",
    retries: { attempts: 3, retries: 2, maxRetries: 3, interval: "1ms" },
  });
  expect(await retried({ maxRetries: 3, interval: "1ms" }, { maxRetries: 1 }, after(9))).toMatchObject({
    looks: 2,
    verdict: "unhealthy",
  });
  expect(await retried({ maxRetries: 3 }, { disabled: true }, after(9))).toMatchObject({
    looks: 1,
    retries: undefined,
  });
  expect(
    await retried({ maxRetries: 3, disabled: true, interval: "1ms" }, { disabled: false }, after(2)),
  ).toMatchObject({ looks: 2, verdict: "healthy" });
  expect(await retried({}, { timeout: "1s", interval: "200ms" }, after(1_000))).toMatchObject({
    verdict: "unhealthy",
    retries: { timeout: "1s" },
  });
  expect(looks).toBeGreaterThan(1);
  expect(await retried({}, { maxRetries: 2, delay: "1ms", interval: "1ms" }, after(1))).toMatchObject({
    looks: 1,
    retries: { attempts: 1, delay: "1ms" },
  });
  expect(await retried({ interval: "1ms" }, {}, after(9))).toMatchObject({ looks: 1, retries: undefined });
  expect(
    await retried({}, { maxRetries: 5, interval: "10m" }, after(9), { signal: AbortSignal.timeout(30) }),
  ).toMatchObject({ looks: 1, verdict: "unhealthy" });
  looks = 0;
  const invalid: Say = () => {
    looks += 1;
    throw new CheckInvalid("never");
  };
  expect(await retried({}, { maxRetries: 5, interval: "1ms" }, invalid)).toMatchObject({ looks: 1 });
  expect(await result({ retries: { timeout: "1s", interval: "0s" } })).toMatchObject({ isInvalid: true });
  expect(await result({ canary: { spec: { retries: { timeout: "soon" } } } })).toMatchObject({
    isInvalid: true,
    error: expect.stringContaining('retries.timeout: "soon" is not a duration'),
  });
});

test("retries when the test expression fails", async () => {
  let looks = 0;
  const checked = await result({ retries: { maxRetries: 5, interval: "1ms" }, test: { expr: "n == 3" } }, () => ({
    pass: true,
    data: { n: (looks += 1) },
  }));
  expect(checked).toMatchObject({ verdict: "healthy", error: "", data: { n: 3 } });
});
