import { expect, test } from "vitest";
import { takeTurns } from "./turns.ts";

test("runs tasks up to the limit at once, queues tasks up to the limit in order, and refuses the rest", async () => {
  const inTurn = takeTurns({ atOnce: 2, waiting: 3, refuse: () => new Error("full") });
  const [started, ended]: [number[], number[]] = [[], []];
  const finish: (() => void)[] = [];
  const all = Array.from({ length: 7 }, (_, i) =>
    inTurn(async () => {
      started.push(i);
      await new Promise<void>((resolve) => (finish[i] = resolve));
      ended.push(i);
      return i;
    }),
  );
  const refused = await Promise.allSettled(all.slice(5));
  expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(started).toEqual([0, 1]);
  for (let i = 0; i < 5; i += 1) {
    await expect.poll(() => finish[i]).toBeDefined();
    expect(started.length - ended.length).toBeLessThanOrEqual(2);
    finish[i]!();
    await all[i];
  }
  expect(ended).toEqual([0, 1, 2, 3, 4]);
});

test("a failed run frees its slot", async () => {
  const inTurn = takeTurns({ atOnce: 1, waiting: 0, refuse: () => new Error("full") });
  await expect(inTurn(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await inTurn(async () => "next")).toBe("next");
});
