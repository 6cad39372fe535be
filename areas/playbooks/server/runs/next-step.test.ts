import { expect, test } from "vitest";
import { nextStep, retryWaitMs, type Attempt } from "./next-step.ts";

const attempt = (position: number, status: string, retry_count = 0): Attempt => ({ position, status, retry_count });
const plain = [{}, {}, {}];

test("actions run one after another, and the run is completed after the last", () => {
  const may = { mayRetry: true };
  expect(nextStep(plain, [], may)).toEqual({ kind: "next", position: 0 });
  expect(nextStep(plain, [attempt(0, "completed")], may)).toEqual({ kind: "next", position: 1 });
  expect(nextStep(plain, [attempt(0, "completed"), attempt(1, "skipped")], may)).toEqual({ kind: "next", position: 2 });
  expect(
    nextStep(
      plain,
      [0, 1, 2].map((position) => attempt(position, "completed")),
      may,
    ),
  ).toEqual({
    kind: "end",
    status: "completed",
  });
});

test("a failed action is retried up to its limit; then only actions with a condition run, and the run fails", () => {
  const actions = [{ retry: { limit: 2, duration: "10s" } }, {}, { if: "failure()" }];
  const failed = (count: number) => Array.from({ length: count }, (_, retry) => attempt(0, "failed", retry));
  expect(nextStep(actions, failed(1), { mayRetry: true, chance: 0.5 })).toEqual({
    kind: "retry",
    position: 0,
    retry: 1,
    waitMs: 10_000,
  });
  expect(nextStep(actions, failed(2), { mayRetry: true, chance: 0.5 })).toMatchObject({ kind: "retry", retry: 2 });
  expect(nextStep(actions, failed(3), { mayRetry: true })).toEqual({ kind: "next", position: 2 });
  expect(nextStep(actions, failed(1), { mayRetry: false })).toEqual({ kind: "next", position: 2 });
  const handled = [...failed(3), attempt(2, "completed")];
  expect(nextStep(actions, handled, { mayRetry: true })).toEqual({ kind: "end", status: "failed" });
  expect(nextStep(plain, failed(1), { mayRetry: true })).toEqual({ kind: "end", status: "failed" });
});

test("an action that succeeded in a later attempt does not count as failed", () => {
  const attempts = [attempt(0, "failed", 0), attempt(0, "completed", 1)];
  expect(nextStep([{ retry: { limit: 3 } }], attempts, { mayRetry: true })).toEqual({
    kind: "end",
    status: "completed",
  });
});

test("the delay before a retry grows with the multiplier and varies by the jitter", () => {
  const retry = { limit: 9, duration: "10s", jitter: 50, exponent: { multiplier: 2 } };
  expect([0, 1, 2].map((retries) => retryWaitMs(retry, retries, 0.5))).toEqual([10_000, 20_000, 40_000]);
  expect(retryWaitMs(retry, 0, 0)).toBe(5_000);
  expect(retryWaitMs(retry, 0, 1)).toBe(15_000);
  expect(retryWaitMs({ limit: 1 }, 0, 0.5)).toBe(0);
  expect(retryWaitMs({ limit: 99, duration: "1h", exponent: { multiplier: 10 } }, 50, 0.5)).toBe(86_400_000);
});
