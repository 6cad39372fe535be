// The one connection of a process that hears NOTIFY, whatever the number of channels. It comes back by itself; whoever
// listens is told after each gap, because what was notified meanwhile is lost.
import type pg from "pg";
import type { Log } from "../log.ts";
import { DatabaseSilent } from "./answering.ts";
import type { Databases } from "./pool.ts";

export interface Ear {
  notified(payload: string): void;
  /** Heard again after a gap, and once when the channel is first heard. */
  resumed?(): void;
  /** From now on notifications may be missed. */
  lost?(): void;
}

export interface Listening {
  /** Hears a channel until the returned function is called. */
  on(channel: string, ear: Ear): () => void;
  /** Whether a notification sent now would be heard. */
  readonly connected: boolean;
  close(): Promise<void>;
}

/** A connection that died without a word is noticed after at most this and the answer's time limit. */
const pulseMs = 10_000;
const answerWithinMs = 5_000;
const firstRetryMs = 100;
const longestRetryMs = 5_000;

export function createListening(db: Databases, log: Log): Listening {
  const channels = new Map<string, Set<Ear>>();
  /** Channels that the present connection hears. */
  let heard = new Set<string>();
  let client: pg.Client | undefined;
  let connecting = false;
  let closed = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let pulse: NodeJS.Timeout | undefined;

  const ears = (channel: string) => channels.get(channel) ?? [];
  const stopWatching = db.answering.onSilent(() => client && drop(client, new DatabaseSilent()));

  async function connect(): Promise<void> {
    if (closed || connecting || client || channels.size === 0) return;
    connecting = true;
    const next = db.dedicatedClient("listening");
    // Both events may come, in either order; `drop` counts only the first.
    next.on("error", (error) => drop(next, error));
    next.on("end", () => drop(next, new Error("the connection ended")));
    next.on("notification", ({ channel, payload = "" }) => {
      for (const ear of ears(channel)) ear.notified(payload);
    });
    try {
      await next.connect();
      if (closed) return void next.end().catch(() => {});
      client = next;
      failures = 0;
      heard = new Set();
      beat(next);
      await hearAll(next);
    } catch (error) {
      if (client === next) drop(next, error as Error);
      else {
        next.end().catch(() => {});
        tryAgain(error as Error);
      }
    } finally {
      connecting = false;
    }
  }

  async function hearAll(connected: pg.Client): Promise<void> {
    for (const channel of channels.keys()) {
      if (heard.has(channel)) continue;
      await connected.query(`listen "${channel}"`);
      if (client !== connected) return;
      heard.add(channel);
      for (const ear of ears(channel)) ear.resumed?.();
    }
  }

  function drop(dropped: pg.Client, error: Error): void {
    if (client !== dropped) return;
    client = undefined;
    clearTimeout(pulse);
    dropped.end().catch(() => {});
    const missed = heard;
    heard = new Set();
    for (const channel of missed) for (const ear of ears(channel)) ear.lost?.();
    tryAgain(error);
  }

  function tryAgain(error: Error): void {
    if (closed) return;
    if (failures === 0) log.warn({ err: error }, "the connection for notifications was lost; trying again");
    const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10));
    failures += 1;
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), wait);
  }

  /** Asks now and then, because a network that swallows packets ends no connection. */
  function beat(connected: pg.Client): void {
    pulse = setTimeout(() => {
      const late = setTimeout(() => drop(connected, new Error("no answer")), answerWithinMs);
      connected
        .query("select 1")
        .then(() => client === connected && beat(connected))
        .catch((error: Error) => drop(connected, error))
        .finally(() => clearTimeout(late));
    }, pulseMs);
    pulse.unref();
  }

  return {
    on(channel, ear) {
      const known = channels.get(channel);
      if (known) known.add(ear);
      else channels.set(channel, new Set([ear]));
      const present = client;
      if (!present) void connect();
      else if (heard.has(channel)) queueMicrotask(() => heard.has(channel) && ear.resumed?.());
      else hearAll(present).catch((error: Error) => drop(present, error));
      return () => {
        const listening = channels.get(channel);
        listening?.delete(ear);
        if (listening?.size !== 0) return;
        channels.delete(channel);
        if (heard.delete(channel)) client?.query(`unlisten "${channel}"`).catch(() => {});
      };
    },
    get connected() {
      return client !== undefined && [...channels.keys()].every((channel) => heard.has(channel));
    },
    async close() {
      closed = true;
      stopWatching();
      clearTimeout(retry);
      clearTimeout(pulse);
      const last = client;
      client = undefined;
      channels.clear();
      await last?.end().catch(() => {});
    },
  };
}
