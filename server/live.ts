// Publishes changes of rows. Each browser receives the changes as a stream of server-sent events (`/api/events`),
// filtered by the rights of the actor; caches in the process receive the changes directly. Changes come from the table
// `changes`; one reader per process serves all subscribers.
import type { FastifyInstance } from "fastify";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { problem, Problem } from "#language/problem.ts";
import type { Listening } from "./db/listening.ts";
import { mayUse, seesAllRows } from "./db/policy.ts";
import type { Databases } from "./db/pool.ts";
import type { Relation } from "./db/relations.ts";
import type { Env } from "./env/env.ts";
import type { Actor } from "./http/actor.ts";
import { apiHeaders } from "./http/security-headers.ts";
import { parseCursor } from "./live/cursor.ts";
import { createReader, type Batch, type Changes } from "./live/reader.ts";
import { openStream, defaultTimes, type Stream, type StreamTimes } from "./live/stream.ts";
import type { Log } from "./log.ts";

/** Rows of a relation changed. `ids` is null if there are too many, or if they are unknown after a gap. */
export interface Change {
  relation: string;
  ids: readonly string[] | null;
}

export interface Live {
  /**
   * Subscribes to changes of these relations, exposed or watched, from any source. While `connected` is false, changes
   * may be missing, so caches must not be trusted. After a gap each relation is reported with null.
   */
  on(relations: readonly string[], onChange: (change: Change) => void): () => void;
  readonly connected: boolean;
  /** Closes the streams of the matching actors; their browsers reconnect and authenticate again. */
  drop(matches: (actor: Actor) => boolean): void;
  /** The number of open streams in this process. */
  readonly streams: number;
  /**
   * Opens a stream for an actor, resuming after `lastEventId`. `respond` is called only when the stream can be opened.
   */
  open(respond: () => ServerResponse, actor: Actor, lastEventId: string | undefined): Promise<void>;
  close(): Promise<void>;
}

export interface LiveOptions {
  db: Databases;
  listening: Listening;
  log: Log;
  relations: () => ReadonlyMap<string, Relation>;
  /** Whether an actor's session or token is still valid with the same rights. Called periodically for every stream. */
  stillValid?: (actor: Actor) => Promise<boolean>;
  limits?: { streams: number; perActor: number };
  /** `disconnectedMs` is the time that streams stay open while the reader is disconnected. */
  times?: StreamTimes & { checkMs: number; disconnectedMs: number };
}

/** The time to wait for the reader. Including authentication, a browser gets a refusal within 5 s. */
const readyTimeoutMs = 3_000;

/** An open stream, or the reserved slot of a stream that is being opened. */
interface Client {
  actor: Actor;
  stream: Stream | undefined;
}

export function createLive({
  db,
  listening,
  log,
  relations,
  stillValid,
  limits = { streams: 1_000, perActor: 30 },
  times = { ...defaultTimes, checkMs: 30_000, disconnectedMs: 1_000 },
}: LiveOptions): Live {
  // An open stream promises that the browser receives every change. While that is not possible, streams are closed, so
  // that the browser treats its data as outdated, and new streams are refused.
  const disconnected = { afterMs: times.disconnectedMs, notify: () => drop(() => true) };
  const reader = createReader({ db, listening, log, disconnected });
  const clients = new Set<Client>();
  let isClosed = false;

  const keyOf = (actor: Actor) => (actor.kind === "system" ? "system" : actor.id);

  function forActor(actor: Actor, changes: Changes): Changes {
    const known = relations();
    const readable = new Map<string, readonly string[] | null>();
    for (const [name, ids] of changes) {
      const relation = known.get(name);
      if (!relation || !mayUse(actor, "select", relation)) continue;
      // An actor who sees only some rows is notified that the relation changed, but not which rows.
      readable.set(name, seesAllRows(actor, relation) ? ids : null);
    }
    return readable;
  }

  function forward(actor: Actor, stream: Stream, { changes, cursor, isReset }: Batch): void {
    if (isReset) return stream.reset(cursor);
    const readable = forActor(actor, changes);
    if (readable.size > 0) stream.send(readable, cursor);
    else stream.mark(cursor);
  }

  async function check(): Promise<void> {
    for (const { actor } of new Map([...clients].map((client) => [client.actor, client])).values()) {
      // If validity cannot be checked, the stream stays open: it contains only the keys of rows, and access is checked
      // again when the rows are read.
      const isValid = await stillValid!(actor).catch(() => true);
      if (!isValid) drop((candidate) => candidate === actor);
    }
  }
  const checking = stillValid && setInterval(() => void check(), times.checkMs).unref();

  function drop(matches: (actor: Actor) => boolean): void {
    for (const { actor, stream } of clients) if (matches(actor)) stream?.end();
  }

  function refuseWhenFull(actor: Actor): void {
    if (isClosed) throw problem.unavailable("The server is stopping.", { retryAfter: 2 });
    if (clients.size >= limits.streams)
      throw problem.unavailable("This server has reached its limit of live connections. Try again shortly.", {
        retryAfter: 30,
      });
    const own = [...clients].filter((client) => keyOf(client.actor) === keyOf(actor)).length;
    if (own >= limits.perActor)
      throw new Problem("too_many_requests", "You have too many live connections open. Close some windows.", {
        retryAfter: 30,
      });
  }

  return {
    on(wanted, onChange) {
      const names = new Set(wanted);
      return reader.subscribe(({ changes, isReset }) => {
        if (isReset) for (const relation of names) onChange({ relation, ids: null });
        else for (const [relation, ids] of changes) if (names.has(relation)) onChange({ relation, ids });
      });
    },

    get connected() {
      return reader.isConnected;
    },
    get streams() {
      return clients.size;
    },
    drop,

    async open(respond, actor, lastEventId) {
      refuseWhenFull(actor);
      const client: Client = { actor, stream: undefined };
      clients.add(client);
      // Batches that arrive before the stream is open, or while missed changes are being read, are sent after the
      // missed changes.
      let buffered: Batch[] | undefined = [];
      const unsubscribe = reader.subscribe((batch) =>
        buffered ? buffered.push(batch) : forward(actor, client.stream!, batch),
      );
      const leave = () => {
        unsubscribe();
        clients.delete(client);
      };
      try {
        // An open stream promises the browser that it receives every change from then on.
        if (!(await reader.ready(readyTimeoutMs)) || !reader.cursor)
          throw problem.unavailable("Live updates are not available at the moment. Try again shortly.", {
            retryAfter: 2,
          });
        const from = lastEventId === undefined ? undefined : parseCursor(lastEventId);
        // The batches buffered so far are included in the changes that are read now.
        if (from) buffered = [];
        const missed = from && (await reader.since(from));
        const response = respond();
        response.on("close", leave);
        if (response.closed) return leave();
        const stream = (client.stream = openStream(response, times));
        if (isClosed) return stream.end();
        if (missed) forward(actor, stream, missed);
        else if (lastEventId) stream.reset(reader.cursor);
        else stream.mark(reader.cursor);
        for (const batch of buffered) forward(actor, stream, batch);
        buffered = undefined;
      } catch (error) {
        leave();
        throw error;
      }
    },

    async close() {
      isClosed = true;
      clearInterval(checking);
      drop(() => true);
      reader.close();
    },
  };
}

/** Mounts the stream as a route. Streams bypass Fastify's hooks, so the security headers are set here. */
export function liveRoutes(app: FastifyInstance, { live, env }: { live: Live; env: Env }): void {
  // A HEAD route is not offered, because it would keep a stream open without a reader.
  app.get("/api/events", { exposeHeadRoute: false }, async (request, reply) => {
    const lastEventId = request.headers["last-event-id"];
    const respond = () => {
      reply.hijack();
      reply.raw.writeHead(200, {
        ...apiHeaders(env),
        // Hooks may have allowed another origin to read the stream.
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        "content-type": "text/event-stream; charset=utf-8",
        "x-accel-buffering": "no",
        "x-request-id": request.id,
      });
      return reply.raw;
    };
    await live.open(respond, request.actor!, typeof lastEventId === "string" ? lastEventId : undefined);
    return reply;
  });
  // Streams never end on their own, and closing the server waits for open responses.
  app.addHook("preClose", () => live.close());
}
