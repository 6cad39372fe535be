import { expect, test } from "vitest";
import { createBatches } from "./batches.ts";

test("calls made in the same event-loop turn, or during a batch, are handled together", async () => {
  const batches: string[][] = [];
  const busy = Promise.withResolvers<void>();
  const call = createBatches<string, string>(async (items) => {
    batches.push([...items]);
    if (batches.length === 1) await busy.promise;
    return items.map((item) => item.toUpperCase());
  });
  const first = [call("a"), call("b")];
  await expect.poll(() => batches.length).toBe(1);
  const next = [call("c"), call("d"), call("e")];
  busy.resolve();
  expect(await Promise.all([...first, ...next])).toEqual(["A", "B", "C", "D", "E"]);
  expect(batches).toEqual([
    ["a", "b"],
    ["c", "d", "e"],
  ]);
});

test("a batch has at most the given size", async () => {
  const sizes: number[] = [];
  const call = createBatches<number, number>(
    async (items) => {
      sizes.push(items.length);
      return items;
    },
    { max: 2 },
  );
  expect(await Promise.all([1, 2, 3, 4, 5].map(call))).toEqual([1, 2, 3, 4, 5]);
  expect(sizes).toEqual([2, 2, 1]);
});

test("a failed batch fails only its own calls", async () => {
  const call = createBatches<string, string>(async (items) => {
    if (items.includes("bad")) throw new Error("refused");
    return items;
  });
  const failed = await Promise.allSettled([call("bad"), call("good")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await call("good")).toBe("good");
});

test("a batch waits for further calls while they are expected", async () => {
  const batches: string[][] = [];
  let expected = 2;
  let later: Promise<string> | undefined;
  const call = createBatches<string, string>(
    async (items) => {
      batches.push([...items]);
      return items;
    },
    {
      expectsMore(waiting) {
        // The second call comes while the batch waits.
        if (waiting < expected) later ??= call("b");
        return waiting < expected;
      },
    },
  );
  expect(await call("a")).toBe("a");
  expect(await later).toBe("b");
  expected = 1;
  expect(await call("c")).toBe("c");
  expect(batches).toEqual([["a", "b"], ["c"]]);
});
