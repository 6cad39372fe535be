// One browser's stream of server-sent events. What it cannot take yet is merged rather than queued, so that a slow
// client costs no more memory than a fast one; a client that takes nothing for half a minute is dropped.
import type { ServerResponse } from "node:http";
import { printCursor, type Cursor } from "./cursor.ts";
import { mergeIds, type Changes } from "./reader.ts";

export interface Stream {
  send(changes: Changes, cursor: Cursor): void;
  /** Whatever the client holds may be outdated. */
  reset(cursor: Cursor): void;
  /** Notes how far the stream is; told with the next message or heartbeat. */
  mark(cursor: Cursor): void;
  end(): void;
}

export interface StreamTimes {
  heartbeatMs: number;
  stalledMs: number;
}

export const usualTimes: StreamTimes = { heartbeatMs: 15_000, stalledMs: 30_000 };

export function openStream(response: ServerResponse, { heartbeatMs, stalledMs }: StreamTimes = usualTimes): Stream {
  const pending = new Map<string, readonly string[] | null>();
  let isReset = false;
  let cursor: Cursor | undefined;
  let told: Cursor | undefined;
  let stalled: NodeJS.Timeout | undefined;

  function write(text: string): void {
    if (response.write(text) || stalled) return;
    stalled = setTimeout(() => response.destroy(), stalledMs);
  }

  // The id stands on the last message only: a client that loses the connection in between hears all of them again.
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
    if (!cursor || cursor === told) return "";
    told = cursor;
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
  // Clients that lose a restarting server do not all come back in the same moment.
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
