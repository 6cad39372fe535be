// Combines calls into batches: calls that arrive while a batch is handled form the next batch. One statement can then
// do the work of many calls, and a single call does not wait.
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";

/** Returns one result per item, in the order of the items. If it throws, all calls of the batch fail. */
export type HandleBatch<Item, Answer> = (items: readonly Item[]) => Promise<readonly Answer[]>;

interface Call<Item, Answer> {
  item: Item;
  settled: PromiseWithResolvers<Answer>;
}

export interface BatchOptions {
  max?: number;
  /**
   * Whether more calls than the waiting ones are likely to come soon. The batch then waits a few milliseconds for them,
   * because a batch takes about as long for many calls as for few.
   */
  expectsMore?(waiting: number): boolean;
}

const gatherMs = 5;

export function createBatches<Item, Answer>(
  handle: HandleBatch<Item, Answer>,
  { max = 100, expectsMore = () => false }: BatchOptions = {},
): (item: Item) => Promise<Answer> {
  const waiting: Call<Item, Answer>[] = [];
  let isHandling = false;

  async function handleAll(): Promise<void> {
    isHandling = true;
    while (waiting.length > 0) {
      // Calls made in the same event-loop turn join the batch.
      await nextTurn();
      if (waiting.length < max && expectsMore(waiting.length)) await delay(gatherMs);
      const calls = waiting.splice(0, max);
      try {
        const answers = await handle(calls.map(({ item }) => item));
        for (const [index, { settled }] of calls.entries()) settled.resolve(answers[index]!);
      } catch (error) {
        for (const { settled } of calls) settled.reject(error);
      }
    }
    isHandling = false;
  }

  return (item) => {
    const settled = Promise.withResolvers<Answer>();
    waiting.push({ item, settled });
    if (!isHandling) void handleAll();
    return settled.promise;
  };
}
