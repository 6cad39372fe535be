// The one connection of a process that receives NOTIFY for all channels. It reconnects automatically. Listeners are
// called after each gap, because notifications sent in the meantime are lost.
import type pg from "pg";
import type { Log } from "../log.ts";
import { DatabaseSilent } from "./answering.ts";
import type { Databases } from "./pool.ts";

export interface ChannelListener {
  notified(payload: string): void;
  /** Called when the channel becomes active for the first time, and when it is active again after a gap. */
  resumed?(): void;
  /** Called when the connection is lost, so that notifications may be missed from now on. */
  lost?(): void;
}

export interface Listening {
  /** Listens to a channel until the returned function is called. */
  on(channel: string, listener: ChannelListener): () => void;
  /** Whether a notification sent now would be received. */
  readonly connected: boolean;
  close(): Promise<void>;
}

/**
 * The interval between two checks. A connection that fails without an error is detected after at most this interval
 * plus the timeout.
 */
const pingIntervalMs = 10_000;
const pingTimeoutMs = 5_000;
const minRetryMs = 100;
const maxRetryMs = 5_000;

export function createListening(db: Databases, log: Log): Listening {
  const channels = new Map<string, Set<ChannelListener>>();
  /** The channels that the current connection listens to. */
  let active = new Set<string>();
  let client: pg.Client | undefined;
  let connecting = false;
  let closed = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let ping: NodeJS.Timeout | undefined;
  let lastStatement: Promise<unknown> = Promise.resolve();

  /** Runs statements one after another, because the driver requires it. */
  function inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
    const statement = lastStatement.then(run);
    lastStatement = statement.catch(() => {});
    return statement;
  }

  const listenersOf = (channel: string) => channels.get(channel) ?? [];
  const stopWatching = db.answering.onSilent(() => client && drop(client, new DatabaseSilent()));

  async function connect(): Promise<void> {
    if (closed || connecting || client || channels.size === 0) return;
    connecting = true;
    const next = db.dedicatedClient("listening");
    // Both events may occur, in either order; `drop` ignores the second.
    next.on("error", (error) => drop(next, error));
    next.on("end", () => drop(next, new Error("the connection ended")));
    next.on("notification", ({ channel, payload = "" }) => {
      for (const listener of listenersOf(channel)) listener.notified(payload);
    });
    try {
      await next.connect();
      if (closed) return void next.end().catch(() => {});
      client = next;
      failures = 0;
      active = new Set();
      lastStatement = Promise.resolve();
      schedulePing(next);
      await inTurn(() => listenAll(next));
    } catch (error) {
      if (client === next) drop(next, error as Error);
      else {
        next.end().catch(() => {});
        scheduleRetry(error as Error);
      }
    } finally {
      connecting = false;
    }
  }

  async function listenAll(connected: pg.Client): Promise<void> {
    for (const channel of channels.keys()) {
      if (active.has(channel)) continue;
      await connected.query(`listen "${channel}"`);
      if (client !== connected) return;
      active.add(channel);
      for (const listener of listenersOf(channel)) listener.resumed?.();
    }
  }

  function drop(dropped: pg.Client, error: Error): void {
    if (client !== dropped) return;
    client = undefined;
    clearTimeout(ping);
    dropped.end().catch(() => {});
    const missed = active;
    active = new Set();
    for (const channel of missed) for (const listener of listenersOf(channel)) listener.lost?.();
    scheduleRetry(error);
  }

  function scheduleRetry(error: Error): void {
    if (closed) return;
    if (failures === 0) log.warn({ err: error }, "the connection for notifications was lost; reconnecting");
    const wait = Math.min(maxRetryMs, minRetryMs * 2 ** Math.min(failures, 10));
    failures += 1;
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), wait);
  }

  /** Sends a query regularly to detect a lost connection: a network that drops packets does not close it. */
  function schedulePing(connected: pg.Client): void {
    ping = setTimeout(() => {
      const timeout = setTimeout(() => drop(connected, new Error("no response")), pingTimeoutMs);
      inTurn(() => connected.query("select 1"))
        .then(() => client === connected && schedulePing(connected))
        .catch((error: Error) => drop(connected, error))
        .finally(() => clearTimeout(timeout));
    }, pingIntervalMs);
    ping.unref();
  }

  return {
    on(channel, listener) {
      const known = channels.get(channel);
      if (known) known.add(listener);
      else channels.set(channel, new Set([listener]));
      const present = client;
      if (!present) void connect();
      else if (active.has(channel)) queueMicrotask(() => active.has(channel) && listener.resumed?.());
      else inTurn(() => listenAll(present)).catch((error: Error) => drop(present, error));
      return () => {
        const remaining = channels.get(channel);
        remaining?.delete(listener);
        if (remaining?.size !== 0) return;
        channels.delete(channel);
        const connected = client;
        if (connected && active.delete(channel)) inTurn(() => connected.query(`unlisten "${channel}"`)).catch(() => {});
      };
    },
    get connected() {
      return client !== undefined && [...channels.keys()].every((channel) => active.has(channel));
    },
    async close() {
      closed = true;
      stopWatching();
      clearTimeout(retry);
      clearTimeout(ping);
      const last = client;
      client = undefined;
      channels.clear();
      await last?.end().catch(() => {});
    },
  };
}
