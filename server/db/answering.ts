// Notices when PostgreSQL accepts connections and statements but answers none: a stopped process, a paused virtual machine, a
// network that swallows packets. No socket fails then, so without this every request would wait for minutes.
//
// Twice a second, if a statement got no byte of an answer since the last look, or the pools are in use and none made progress,
// a connection of its own asks PostgreSQL what the backends of those statements are doing. There are three outcomes:
// - No answer: the database counts as silent. Every open connection is cut, so that the requests waiting for it get an error
//   now, and no pool opens new ones until a new connection of ours is answered.
// - A backend is idle although we sent it a statement: that one process stands still. Its connection is cut.
// - The backends are at work: the statements take long, and the watch leaves them alone.
import type { Socket } from "node:net";
import pg from "pg";
import type { Log } from "../log.ts";

const lookEveryMs = 500;
/** With the two looks before it, a request learns of the silence after at most 3 s. */
const answerWithinMs = 2_000;
/** If our own process was late by this much, PostgreSQL may have been as late: ask again. */
const lateMs = 1_000;
/** An answer that is on its way to us looks like a backend that stands still, but not twice. */
const idleAnswersBeforeCut = 2;

/** Waiting for a connection, or for PostgreSQL to accept one, ends before a caller loses patience. */
export const connectWithinMs = 3_500;

/** Thrown to everybody who asks while the database is silent; a connection failure by its code. */
export class DatabaseSilent extends Error {
  readonly code = "08006";
  constructor() {
    super("The database accepts connections but does not answer.");
  }
}

export interface Answering {
  /** A pool that is watched, and that refuses to connect while the database is silent. */
  openPool(config: pg.PoolConfig): pg.Pool;
  readonly isSilent: boolean;
  /** Called when the database becomes silent, until the returned function is called. */
  onSilent(heard: () => void): () => void;
  close(): Promise<void>;
}

export function watchAnswers(newClient: () => pg.Client, log: Log): Answering {
  const pools = new Set<pg.Pool>();
  const connected = new Set<pg.PoolClient>();
  const unanswered = new Map<pg.PoolClient, Unanswered>();
  const listeners = new Set<() => void>();
  let probe: Probe | undefined;
  let isProbing = false;
  let isSilent = false;
  let isClosed = false;
  let progress = 0;
  let seenProgress = 0;

  const moved = () => void (progress += 1);

  class WatchedPool extends pg.Pool {
    override connect(): Promise<pg.PoolClient>;
    override connect(done: Parameters<pg.Pool["connect"]>[0]): void;
    override connect(done?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | void {
      if (!isSilent) return done ? super.connect(done) : super.connect();
      const error = new DatabaseSilent();
      if (!done) return Promise.reject(error);
      done(error, undefined, () => {});
    }
  }

  function openPool(config: pg.PoolConfig): pg.Pool {
    const pool = new WatchedPool(config);
    pool.on("connect", (client) => connected.add(client));
    pool.on("remove", (client) => {
      connected.delete(client);
      unanswered.delete(client);
    });
    pool.on("acquire", moved).on("release", moved);
    const end = pool.end.bind(pool);
    pool.end = () => {
      pools.delete(pool);
      return end();
    };
    pools.add(pool);
    return pool;
  }

  const isWaiting = () =>
    [...pools].some(({ totalCount, idleCount, waitingCount }) => totalCount > idleCount || waitingCount > 0);

  function look(): void {
    const hasMoved = progress !== seenProgress;
    seenProgress = progress;
    const hasUnanswered = noteUnanswered();
    // Opened while the database answers: later only an open connection shows that it does not.
    if (!isSilent) probe ??= openProbe();
    if (isProbing || !(isSilent || hasUnanswered || (!hasMoved && isWaiting()))) return;
    isProbing = true;
    void ask().finally(() => (isProbing = false));
  }

  /** Whether a statement got no byte of an answer since the look before. */
  function noteUnanswered(): boolean {
    let hasUnanswered = false;
    for (const client of connected) {
      const { bytesRead, isReady } = wireOf(client);
      if (isReady) unanswered.delete(client);
      else if (unanswered.get(client)?.bytesRead === bytesRead) hasUnanswered = true;
      else unanswered.set(client, { bytesRead, idleAnswers: 0 });
    }
    return hasUnanswered;
  }

  async function ask(): Promise<void> {
    const { client, isOpen } = (probe ??= openProbe());
    const asked = new Map([...unanswered].map(([stuck]) => [wireOf(stuck).pid, stuck] as const));
    const idle = isOpen
      .then(() => client.query<{ pid: number }>(idleBackends, [[...asked.keys()]]))
      .then(({ rows }) => rows.map(({ pid }) => pid));
    const outcome = await outcomeOf(idle);
    if (isClosed) return;
    if (outcome === "answered") {
      speak();
      return cutIdle((await idle).map((pid) => asked.get(pid)!));
    }
    drop();
    // A refused connection is not silence: the requests get that error at once.
    if (outcome === "failed") return speak();
    if (!isSilent) fallSilent();
  }

  /** Cuts the connections whose backends do not read the statement that we sent. */
  function cutIdle(clients: readonly pg.PoolClient[]): void {
    for (const client of clients) {
      const noted = unanswered.get(client);
      const { bytesRead, isReady } = wireOf(client);
      if (!noted || isReady || noted.bytesRead !== bytesRead) continue;
      noted.idleAnswers += 1;
      if (noted.idleAnswers < idleAnswersBeforeCut) continue;
      log.error("a database connection does not answer; it is closed");
      cut(client);
    }
  }

  function openProbe(): Probe {
    const client = newClient();
    const opened: Probe = { client, isOpen: client.connect() };
    client.on("error", () => drop(opened));
    client.on("end", () => drop(opened));
    opened.isOpen.catch(() => drop(opened));
    return opened;
  }

  function drop(which = probe): void {
    if (!which || which !== probe) return;
    probe = undefined;
    cut(which.client);
  }

  function fallSilent(): void {
    isSilent = true;
    log.error("the database accepts connections but does not answer; requests are refused until it does");
    for (const client of connected) cut(client);
    for (const heard of listeners) heard();
  }

  function speak(): void {
    if (isSilent) log.info("the database answers again");
    isSilent = false;
  }

  const looking = setInterval(look, lookEveryMs).unref();
  probe = openProbe();

  return {
    openPool,
    get isSilent() {
      return isSilent;
    },
    onSilent(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    async close() {
      isClosed = true;
      clearInterval(looking);
      const last = probe;
      probe = undefined;
      await last?.isOpen.then(
        () => last.client.end(),
        () => {},
      );
    },
  };
}

interface Probe {
  client: pg.Client;
  isOpen: Promise<unknown>;
}

/** A statement in flight, as of the last look. */
interface Unanswered {
  /** Bytes read from its connection so far; one more byte counts as an answer. */
  bytesRead: number;
  /** How often in a row PostgreSQL called its backend idle. */
  idleAnswers: number;
}

const idleBackends = `select pid from pg_stat_activity where pid = any($1::int[]) and starts_with(state, 'idle')`;

async function outcomeOf(answer: Promise<unknown>): Promise<"answered" | "failed" | "silent"> {
  const settled = answer.then(
    () => "answered" as const,
    () => "failed" as const,
  );
  for (;;) {
    const begun = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const outcome = await Promise.race([
      settled,
      new Promise<"late">((resolve) => {
        // After a stall of ours timers come first: what has arrived is read before the time counts as over.
        timer = setTimeout(() => setImmediate(() => setImmediate(resolve, "late")), answerWithinMs).unref();
      }),
    ]);
    clearTimeout(timer);
    if (outcome !== "late") return outcome;
    if (performance.now() - begun < answerWithinMs + lateMs) return "silent";
  }
}

/** Fields of a connection that pg keeps to itself. */
function wireOf(client: pg.ClientBase): { pid: number; stream: Socket; bytesRead: number; isReady: boolean } {
  const { processID, readyForQuery, connection } = client as unknown as {
    processID: number;
    readyForQuery: boolean;
    connection: { stream: Socket };
  };
  const { stream } = connection;
  return { pid: processID, stream, bytesRead: stream.bytesRead, isReady: readyForQuery };
}

/** Ends a connection without the goodbye that a silent server would not hear; what waits for it fails. */
function cut(client: pg.ClientBase): void {
  wireOf(client).stream.destroy(new DatabaseSilent());
}
