import { expect, test, afterEach, beforeEach, vi, describe } from "vitest";
import { createCaps, createGate } from "./concurrency.ts";

const signal = new AbortController().signal;
const wait = { withinMs: 60_000, signal };

test("a host without free slots does not delay other hosts", async () => {
  const caps = createCaps({ total: 10, perHost: 2, perType: () => 10 });
  const [first] = [
    await caps.take({ type: "http", host: "a" }, wait),
    await caps.take({ type: "http", host: "a" }, wait),
  ];
  let isIn = false;
  const third = caps.take({ type: "http", host: "a" }, wait).then((release) => ((isIn = true), release));
  expect(await caps.take({ type: "http", host: "b" }, wait)).toBeTypeOf("function");
  expect([caps.running, caps.waiting, isIn]).toEqual([3, 1, false]);
  first!();
  first!();
  expect(await third).toBeTypeOf("function");
  expect([caps.running, caps.waiting]).toEqual([3, 0]);
});

test("limits the concurrent runs of each kind and of all kinds together", async () => {
  const caps = createCaps({ total: 3, perHost: 9, perType: (type) => (type === "exec" ? 1 : 9) });
  const release = await caps.take({ type: "exec", host: undefined }, wait);
  expect(await caps.take({ type: "exec", host: undefined }, { withinMs: 1, signal })).toBeUndefined();
  await caps.take({ type: "http", host: "a" }, wait);
  await caps.take({ type: "http", host: "b" }, wait);
  expect(await caps.take({ type: "http", host: "c" }, { withinMs: 1, signal })).toBeUndefined();
  const waiting = caps.take({ type: "http", host: "c" }, wait);
  release!();
  expect(await waiting).toBeTypeOf("function");
});

test("serves waiting callers of the same kind in order, and removes callers that give up", async () => {
  const caps = createCaps({ total: 9, perHost: 1, perType: () => 9 });
  let release = await caps.take({ type: "http", host: "a" }, wait);
  const order: number[] = [];
  const leaving = new AbortController();
  const enter = (number: number, leave = signal) =>
    caps.take({ type: "http", host: "a" }, { withinMs: 60_000, signal: leave }).then((free) => {
      if (free) order.push(number);
      return free;
    });
  const all = [enter(1), enter(2, leaving.signal), enter(3)];
  leaving.abort();
  expect(await all[1]).toBeUndefined();
  release!();
  release = await all[0];
  release!();
  await all[2];
  expect(order).toEqual([1, 3]);
  expect(await caps.take({ type: "http", host: "a" }, { withinMs: 60_000, signal: leaving.signal })).toBeUndefined();
});

describe("gate", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function atGate(limits: { maxFresh: number; freshMs: number }) {
    const gate = createGate(limits);
    const started: number[] = [];
    const ends = new Map<number, () => void>();
    return {
      started,
      enter: (n: number) =>
        gate.enter(() => {
          started.push(n);
          return new Promise<void>((resolve) => ends.set(n, resolve));
        }),
      async end(n: number) {
        ends.get(n)!();
        await vi.advanceTimersByTimeAsync(0);
      },
    };
  }

  test("starts the allowed number of runs at once, and the remaining runs in order as runs end", async () => {
    const { started, enter, end } = atGate({ maxFresh: 2, freshMs: 100 });
    for (const n of [1, 2, 3, 4]) enter(n);
    expect(started).toEqual([1, 2]);
    await end(2);
    expect(started).toEqual([1, 2, 3]);
    await end(1);
    await end(3);
    expect(started).toEqual([1, 2, 3, 4]);
  });

  test("starts other runs while one run takes a long time, and stays within the limit when that run ends", async () => {
    const { started, enter, end } = atGate({ maxFresh: 2, freshMs: 100 });
    for (const n of [1, 2, 3, 4, 5, 6]) enter(n);
    await vi.advanceTimersByTimeAsync(99);
    expect(started).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual([1, 2, 3, 4]);
    await end(1);
    expect(started).toEqual([1, 2, 3, 4]);
    await vi.advanceTimersByTimeAsync(100);
    expect(started).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
