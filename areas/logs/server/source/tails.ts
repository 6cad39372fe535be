// Follows several sources at once, and polls sources that cannot stream. Lines wait in a short queue, so a source
// pauses while the tail is read more slowly than lines arrive.
import { setTimeout as delay } from "node:timers/promises";
import type { LogPage, LogQuery, RawLine } from "./reader.ts";

export type Tail = AsyncGenerator<readonly RawLine[]>;

/** The maximum number of queued batches. */
const maxWaiting = 16;

interface Merging {
  signal: AbortSignal;
  /** Waits for further sources; called repeatedly. */
  more?(): Promise<readonly Tail[]>;
}

export async function* mergeTails(tails: readonly Tail[], { signal, more }: Merging): Tail {
  const waiting: (readonly RawLine[])[] = [];
  let arrived = Promise.withResolvers<void>();
  let taken = Promise.withResolvers<void>();
  let running = 0;
  let failure: { error: unknown } | undefined;
  const fail = (error: unknown) => {
    if (!signal.aborted) failure ??= { error };
    arrived.resolve();
  };
  const follow = async (tail: Tail) => {
    running += 1;
    try {
      for await (const lines of tail) {
        waiting.push(lines);
        arrived.resolve();
        while (waiting.length >= maxWaiting && !signal.aborted) await taken.promise;
        if (signal.aborted) return;
      }
    } catch (error) {
      fail(error);
    } finally {
      running -= 1;
      arrived.resolve();
    }
  };
  const grow = async (find: NonNullable<Merging["more"]>) => {
    while (!signal.aborted) for (const tail of await find()) void follow(tail);
  };
  const stop = () => {
    arrived.resolve();
    taken.resolve();
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (const tail of tails) void follow(tail);
    if (more) void grow(more).catch(fail);
    for (;;) {
      arrived = Promise.withResolvers();
      for (let lines = waiting.shift(); lines; lines = waiting.shift()) {
        yield lines;
        taken.resolve();
        taken = Promise.withResolvers();
      }
      if (failure) throw failure.error;
      if (signal.aborted || (running === 0 && !more)) return;
      await arrived.promise;
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Lines can be stored a few seconds after their time. */
const lateMs = 5_000;
const maxPerPoll = 5_000;
/** Number of consecutive failures after which the tail ends. */
const maxFailures = 5;

/** Polls a source, for systems that cannot stream new lines. */
export async function* pollTail(
  search: (query: LogQuery) => Promise<LogPage>,
  query: LogQuery,
  { signal, everyMs }: { signal: AbortSignal; everyMs: number },
): Tail {
  let start = query.start;
  let seen = new Set<string>();
  let failures = 0;
  while (!signal.aborted) {
    try {
      const end = Date.now() + lateMs;
      const { lines, reached } = await search({ ...query, start, end, direction: "forward", limit: maxPerPoll });
      failures = 0;
      const fresh = lines.filter(({ id }) => !seen.has(id));
      if (fresh.length > 0) yield fresh;
      const last = lines.at(-1)?.time ?? start;
      // After a full page, the next page is requested at once. Lines that arrive late are then missed.
      const next = reached === undefined ? last - lateMs : fresh.length > 0 ? last : Math.max(last, start + 1);
      start = Math.max(start, next);
      seen = new Set(lines.filter(({ time }) => time >= start).map(({ id }) => id));
      if (reached !== undefined) continue;
    } catch (error) {
      failures += 1;
      if (signal.aborted || failures >= maxFailures) throw error;
    }
    await delay(everyMs * 2 ** failures, undefined, { signal }).catch(() => {});
  }
}
