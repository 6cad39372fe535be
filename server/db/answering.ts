// Notices when PostgreSQL accepts connections and statements but answers none: a stopped process, a paused virtual machine, a
// network that swallows packets. No socket fails then, so without this every request would wait for minutes.
//
// Twice a second, if connections are in use and none made progress, a connection of its own asks `select 1`. A long statement
// of somebody leaves that one free to answer. When it gets no answer either, the database counts as silent: every open
// connection is cut, so that whoever waits gets an error now, and no pool opens new ones until a new connection of ours is
// answered. Nothing is asked while the pools are idle or busy making progress.
import type { Socket } from "node:net";
import pg from "pg";
import type { Log } from "../log.ts";

const lookEveryMs = 500;
/** With the two looks before it, a request learns of the silence after at most 3 s. */
const answerWithinMs = 2_000;
/** Our own process was late by this much: the answer may have been waiting for us. */
const lateMs = 250;

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
    pool.on("remove", (client) => connected.delete(client));
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
    // Opened while the database answers: later only an open connection can tell that it does not.
    if (!isSilent) probe ??= openProbe();
    if (isProbing || (!isSilent && (hasMoved || !isWaiting()))) return;
    isProbing = true;
    void ask().finally(() => (isProbing = false));
  }

  async function ask(): Promise<void> {
    const { client, isOpen } = (probe ??= openProbe());
    const outcome = await firstOf(isOpen.then(() => client.query("select 1")));
    if (isClosed) return;
    if (outcome === "answered") return speak();
    drop();
    // A refused connection is no silence: whoever asks is told at once.
    if (outcome === "failed") return speak();
    if (!isSilent) fallSilent();
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

/** With the time of this process taken into account: after a stall of ours, what has arrived is read first. */
async function firstOf(answered: Promise<unknown>): Promise<"answered" | "failed" | "silent"> {
  const settled = answered.then(
    () => "answered" as const,
    () => "failed" as const,
  );
  for (;;) {
    const begun = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const outcome = await Promise.race([
      settled,
      new Promise<"late">((resolve) => {
        timer = setTimeout(resolve, answerWithinMs, "late").unref();
      }),
    ]);
    clearTimeout(timer);
    if (outcome !== "late") return outcome;
    if (performance.now() - begun < answerWithinMs + lateMs) return "silent";
  }
}

/** Ends a connection without the goodbye that a silent server would not hear; what waits for it fails. */
function cut(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.destroy(new DatabaseSilent());
}
