// What changed, while it changes: to browsers as one stream of server-sent events each (`/api/events`), filtered by what
// their actor may read, and inside the process to whoever keeps a copy of rows. Changes come from the table `changes`;
// one reader serves everybody.
import type { FastifyInstance } from "fastify";
import type { ServerResponse } from "node:http";
import { problem, Problem } from "#language/problem.ts";
import type { System } from "./area.ts";
import type { Listening } from "./db/listening.ts";
import { mayUse, seesAllRows } from "./db/policy.ts";
import type { Databases } from "./db/pool.ts";
import type { Relation } from "./db/relations.ts";
import type { Actor } from "./http/actor.ts";
import { apiHeaders } from "./http/security-headers.ts";
import { parseCursor } from "./live/cursor.ts";
import { createReader, type Batch, type Changes } from "./live/reader.ts";
import { openStream, usualTimes, type Stream, type StreamTimes } from "./live/stream.ts";
import type { Log } from "./log.ts";

/** Rows of a relation changed; `ids` is null when they are too many to name, or unknown after a gap. */
export interface Change {
  relation: string;
  ids: readonly string[] | null;
}

export interface Live {
  /**
   * Hears of changes to these relations, exposed or watched, whoever made them. While `connected` is false nothing may
   * be heard: who keeps copies must not trust them then. After a gap every relation is told with null.
   */
  on(relations: readonly string[], heard: (change: Change) => void): () => void;
  readonly connected: boolean;
  /** Ends the streams of these actors; their browsers come back and are asked anew who they are. */
  drop(which: (actor: Actor) => boolean): void;
  /** Streams open in this process. */
  readonly streams: number;
  /** Opens a stream for an actor, from where he was, on the response that is asked for once it is sure to come about. */
  open(respond: () => ServerResponse, actor: Actor, lastEventId: string | undefined): Promise<void>;
  close(): Promise<void>;
}

export interface LiveOptions {
  db: Databases;
  listening: Listening;
  log: Log;
  relations: () => ReadonlyMap<string, Relation>;
  /** Whether an actor's session or token still holds, with the same rights. Asked for every stream now and then. */
  stillValid?: (actor: Actor) => Promise<boolean>;
  limits?: { streams: number; perActor: number };
  /** `deafMs` is how long streams stay open that nothing can be told on. */
  times?: StreamTimes & { checkMs: number; deafMs: number };
}

/** With what it takes to find out who asks, a browser hears within 5 s that there is no stream. */
const readyWithinMs = 3_000;

/** A stream, or the seat of one that is about to open. */
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
  times = { ...usualTimes, checkMs: 30_000, deafMs: 1_000 },
}: LiveOptions): Live {
  // A stream is the promise to hear everything. Ended, it tells the browser that what it shows may be old, and a new one is refused
  // until the promise can be kept.
  const deaf = { afterMs: times.deafMs, tell: () => drop(() => true) };
  const reader = createReader({ db, listening, log, deaf });
  const clients = new Set<Client>();
  let isClosed = false;

  const keyOf = (actor: Actor) => (actor.kind === "system" ? "system" : actor.id);

  function forActor(actor: Actor, changes: Changes): Changes {
    const known = relations();
    const readable = new Map<string, readonly string[] | null>();
    for (const [name, ids] of changes) {
      const relation = known.get(name);
      if (!relation || !mayUse(actor, "select", relation)) continue;
      // Who sees some rows only is told that there is something to look at, and not which.
      readable.set(name, seesAllRows(actor, relation) ? ids : null);
    }
    return readable;
  }

  function pass(actor: Actor, stream: Stream, { changes, cursor, isReset }: Batch): void {
    if (isReset) return stream.reset(cursor);
    const readable = forActor(actor, changes);
    if (readable.size > 0) stream.send(readable, cursor);
    else stream.mark(cursor);
  }

  async function check(): Promise<void> {
    for (const { actor } of new Map([...clients].map((client) => [client.actor, client])).values()) {
      // While nobody can tell, the stream stays: it names rows, and reading them asks again.
      const holds = await stillValid!(actor).catch(() => true);
      if (!holds) drop((of) => of === actor);
    }
  }
  const checking = stillValid && setInterval(() => void check(), times.checkMs).unref();

  function drop(which: (actor: Actor) => boolean): void {
    for (const { actor, stream } of clients) if (which(actor)) stream?.end();
  }

  function refuseWhenFull(actor: Actor): void {
    if (isClosed) throw problem.unavailable("The server is stopping.", { retryAfter: 2 });
    if (clients.size >= limits.streams)
      throw problem.unavailable("This server has as many live connections as it can hold. Try again shortly.", {
        retryAfter: 30,
      });
    const own = [...clients].filter((client) => keyOf(client.actor) === keyOf(actor)).length;
    if (own >= limits.perActor)
      throw new Problem("too_many_requests", "You have too many live connections open. Close some windows.", {
        retryAfter: 30,
      });
  }

  return {
    on(wanted, heard) {
      const names = new Set(wanted);
      return reader.subscribe(({ changes, isReset }) => {
        if (isReset) for (const relation of names) heard({ relation, ids: null });
        else for (const [relation, ids] of changes) if (names.has(relation)) heard({ relation, ids });
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
      // What is heard before the stream is there, or while its past is being read, comes after that.
      let held: Batch[] | undefined = [];
      const unsubscribe = reader.subscribe((batch) => (held ? held.push(batch) : pass(actor, client.stream!, batch)));
      const leave = () => {
        unsubscribe();
        clients.delete(client);
      };
      try {
        // A browser takes an open stream as the promise to hear everything from then on.
        if (!(await reader.ready(readyWithinMs)) || !reader.cursor)
          throw problem.unavailable("Changes cannot be told at the moment. Try again shortly.", { retryAfter: 2 });
        const from = lastEventId === undefined ? undefined : parseCursor(lastEventId);
        // What was held so far is part of what is read now.
        if (from) held = [];
        const past = from && (await reader.since(from));
        const response = respond();
        response.on("close", leave);
        if (response.closed) return leave();
        const stream = (client.stream = openStream(response, times));
        if (isClosed) return stream.end();
        if (past) pass(actor, stream, past);
        else if (lastEventId) stream.reset(reader.cursor);
        else stream.mark(reader.cursor);
        for (const batch of held) pass(actor, stream, batch);
        held = undefined;
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

/** The stream as a route: what a stream sends goes past the hooks, so its headers are stated here. */
export function liveRoutes(app: FastifyInstance, { live, env }: Pick<System, "live" | "env">): void {
  // Without HEAD: it would hold a stream open that nobody can read.
  app.get("/api/events", { exposeHeadRoute: false }, async (request, reply) => {
    const lastEventId = request.headers["last-event-id"];
    const respond = () => {
      reply.hijack();
      reply.raw.writeHead(200, {
        ...apiHeaders(env),
        "content-type": "text/event-stream; charset=utf-8",
        "x-accel-buffering": "no",
        "x-request-id": request.id,
      });
      return reply.raw;
    };
    await live.open(respond, request.actor!, typeof lastEventId === "string" ? lastEventId : undefined);
    return reply;
  });
  // Streams never end by themselves, and a server that closes waits for its answers.
  app.addHook("preClose", () => live.close());
}
