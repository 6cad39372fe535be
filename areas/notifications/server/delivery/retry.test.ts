import { expect, test } from "vitest";
import { HOUR, MINUTE, SECOND } from "#lib/time/zoned-time.ts";
import { nextTry, type Failure, type Retry } from "./retry.ts";

const rules = { maxRetries: 4, retryMs: 5 * SECOND, maxRetryMs: HOUR };
const failed: Failure = { isFinal: false };

test("the maximum retry delay is configurable", () => {
  const tried = { retries: 3, ageMs: 0, jitter: 0 };
  expect(nextTry(failed, tried, { ...rules, maxRetryMs: 30 * SECOND })).toEqual({ afterMs: 30 * SECOND, retries: 4 });
});

test.each<[string, Failure, { retries: number; ageMs?: number; jitter?: number }, Retry]>([
  ["the first repetition", failed, { retries: 0 }, { afterMs: 5 * SECOND, retries: 1 }],
  ["each delay is four times as long", failed, { retries: 3 }, { afterMs: 320 * SECOND, retries: 4 }],
  ["jitter lengthens the delay", failed, { retries: 0, jitter: 1 }, { afterMs: 6.25 * SECOND, retries: 1 }],
  ["after the last repetition", failed, { retries: 4 }, { isGivenUp: true }],
  ["a final failure", { isFinal: true }, { retries: 0 }, { isGivenUp: true }],
  [
    "a service that asks to wait",
    { isFinal: false, retryAfterMs: MINUTE },
    { retries: 4 },
    { afterMs: MINUTE, retries: 4 },
  ],
  ["a wait of a week", { isFinal: false, retryAfterMs: 168 * HOUR }, { retries: 0 }, { afterMs: HOUR, retries: 0 }],
  ["no wait at all", { isFinal: false, retryAfterMs: 0 }, { retries: 0 }, { afterMs: 5 * SECOND, retries: 0 }],
  [
    "short waits become longer with the age of the message",
    { isFinal: false, retryAfterMs: SECOND },
    { retries: 0, ageMs: HOUR },
    { afterMs: 6 * MINUTE, retries: 0 },
  ],
  ["a wait after a day", { isFinal: false, retryAfterMs: 1 }, { retries: 0, ageMs: 25 * HOUR }, { isGivenUp: true }],
])("%s", (_, failure, { retries, ageMs = 0, jitter = 0 }, expected) => {
  expect(nextTry(failure, { retries, ageMs, jitter }, rules)).toEqual(expected);
});
