// A browser's stream of server-sent events. Changes that the client has not received yet are merged instead of queued,
// so a slow client needs no more memory than a fast one. A client that reads nothing for half a minute is disconnected.
import type { ServerResponse } from "node:http";
import { printCursor, type Cursor } from "./cursor.ts";
import { mergeIds, type Changes } from "./reader.ts";

export interface Stream {
  send(changes: Changes, cursor: Cursor): void;
  /** Reports that all data of the client may be outdated. */
  reset(cursor: Cursor): void;
  /** Stores the current position, which is sent with the next message or heartbeat. */
  mark(cursor: Cursor): void;
  end(): void;
}

export interface StreamTimes {
  heartbeatMs: number;
  stalledMs: number;
}

export const defaultTimes: StreamTimes = { heartbeatMs: 15_000, stalledMs: 30_000 };

export function openStream(response: ServerResponse, { heartbeatMs, stalledMs }: StreamTimes = defaultTimes): Stream {
  const pending = new Map<string, readonly string[] | null>();
  let isReset = false;
  let cursor: Cursor | undefined;
  let sentCursor: Cursor | undefined;
  let stalled: NodeJS.Timeout | undefined;

  function write(text: string): void {
    if (response.write(text) || stalled) return;
    stalled = setTimeout(() => response.destroy(), stalledMs);
  }

  // Sends the pending messages. Only the last message has the id: a client that loses the connection before the last
  // message receives all of them again.
  function flush(): void {
    if (stalled || response.writableEnded || (!isReset && pending.size === 0)) return;
    const messages = isReset
      ? ["event: reset\ndata: {}\n"]
      : [...pending].map(([relation, ids]) => `event: change\ndata: ${JSON.stringify({ relation, ids })}\n`);
    isReset = false;
    pending.clear();
    write(`${messages.join("\n")}${takeId()}\n`);
  }

  function takeId(): string {
    if (!cursor || cursor === sentCursor) return "";
    sentCursor = cursor;
    return `id: ${printCursor(cursor)}\n`;
  }

  const heartbeat = setInterval(() => {
    if (!stalled) write(`:\n${takeId()}\n`);
  }, heartbeatMs);

  response.on("drain", () => {
    clearTimeout(stalled);
    stalled = undefined;
    flush();
  });
  response.on("close", () => {
    clearInterval(heartbeat);
    clearTimeout(stalled);
  });
  // The random delay spreads the reconnects after a server restart.
  write(`retry: ${2_000 + Math.floor(Math.random() * 2_000)}\n\n`);

  return {
    send(changes, at) {
      for (const [relation, ids] of changes)
        pending.set(relation, mergeIds(pending.has(relation) ? pending.get(relation)! : [], ids));
      cursor = at;
      flush();
    },
    reset(at) {
      pending.clear();
      isReset = true;
      cursor = at;
      flush();
    },
    mark: (at) => void (cursor = at),
    end() {
      clearInterval(heartbeat);
      clearTimeout(stalled);
      response.end();
    },
  };
}
