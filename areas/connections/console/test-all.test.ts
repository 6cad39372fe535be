// @vitest-environment node
import { expect, test } from "vitest";
import { resultOf, testAll } from "./test-all.ts";

const connections = Array.from({ length: 10 }, (_, index) => ({ id: `${index}`, name: `c${index}` }));

test("each connection is tested once, at most four at a time, and failures are named", async () => {
  const tested: string[] = [];
  const progress: number[] = [];
  let running = 0;
  let most = 0;
  const failed = await testAll(connections, {
    signal: new AbortController().signal,
    progress: (done) => progress.push(done),
    test: async (id) => {
      tested.push(id);
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (id === "3") throw new Error("refused");
    },
  });
  expect(tested.toSorted()).toEqual(connections.map(({ id }) => id));
  expect(most).toBe(4);
  expect(failed).toEqual(["c3"]);
  expect(progress.at(-1)).toBe(10);
});

test("an abort stops the remaining tests", async () => {
  const leaving = new AbortController();
  const tested: string[] = [];
  await testAll(connections, {
    signal: leaving.signal,
    progress: () => leaving.abort(),
    test: async (id) => void tested.push(id),
  });
  expect(tested.length).toBeLessThanOrEqual(4);
});

test.each([
  [1, [], "1 connection passed"],
  [17, ["mail", "orders"], "2 of 17 connections failed: mail, orders"],
  [17, ["a", "b", "c", "d", "e"], "5 of 17 connections failed: a, b, c and 2 more"],
])("the result of %d tests with the failures %j is a sentence", (total, failed, text) =>
  expect(resultOf(total, failed)).toBe(text),
);
