// Detects when PostgreSQL accepts connections and statements but does not respond: a stopped process, a paused virtual
// machine, a network that drops packets. Sockets do not fail in this case, so every request would wait for minutes
// without this module.
//
// Twice a second, if a statement has received no byte since the last check, or the pools are in use and none made
// progress, a dedicated connection asks PostgreSQL for the state of the backends of those statements. There are three
// outcomes:
// - No reply: the database counts as unresponsive. All open connections are closed, so that waiting requests fail
//   immediately, and no pool opens new connections until a test connection gets a reply.
// - A backend is idle although we sent it a statement: that backend hangs. Its connection is closed.
// - The backends are active: the statements are slow, and nothing is done.
import type { Socket } from "node:net";
import pg from "pg";
import type { Log } from "../log.ts";

const checkIntervalMs = 500;
/** The timeout for the reply. Including the two checks before it, a request gets an error after at most 3 s. */
const answerTimeoutMs = 2_000;
/**
 * If this process was delayed by this many milliseconds, PostgreSQL may also have been delayed, so the check is
 * repeated.
 */
const maxDelayMs = 1_000;
/** A reply that is still in transit also looks like an idle backend, but not twice in a row. */
const idleAnswersBeforeCut = 2;

/** The timeout for getting a connection, from a pool or from PostgreSQL. */
export const connectWithinMs = 3_500;

/** Thrown to all callers while the database does not respond, with the SQL state of a connection failure. */
export class DatabaseSilent extends Error {
  readonly code = "08006";
  constructor() {
    super("The database accepts connections but does not respond.");
  }
}

export interface Answering {
  /** Opens a pool that is monitored and that refuses to connect while the database does not respond. */
  openPool(config: pg.PoolConfig): pg.Pool;
  readonly isSilent: boolean;
  /** Calls the listener when the database stops responding, until the returned function is called. */
  onSilent(listener: () => void): () => void;
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

  const countProgress = () => void (progress += 1);

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
    pool.on("acquire", countProgress).on("release", countProgress);
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

  function check(): void {
    const hasMoved = progress !== seenProgress;
    seenProgress = progress;
    const hasUnanswered = noteUnanswered();
    // The probe is opened while the database responds, because a new connection cannot be opened once it does not.
    if (!isSilent) probe ??= openProbe();
    if (isProbing || !(isSilent || hasUnanswered || (!hasMoved && isWaiting()))) return;
    isProbing = true;
    void ask().finally(() => (isProbing = false));
  }

  /** Whether a statement has received no byte since the previous check. */
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
    const stuckByPid = new Map([...unanswered].map(([stuck]) => [wireOf(stuck).pid, stuck] as const));
    const idle = isOpen
      .then(() => client.query<{ pid: number }>(idleBackends, [[...stuckByPid.keys()]]))
      .then(({ rows }) => rows.map(({ pid }) => pid));
    const outcome = await outcomeOf(idle);
    if (isClosed) return;
    if (outcome === "answered") {
      markAnswering();
      return cutIdle((await idle).map((pid) => stuckByPid.get(pid)!));
    }
    drop();
    // A refused connection is a different error, which requests get immediately.
    if (outcome === "failed") return markAnswering();
    if (!isSilent) markSilent();
  }

  /** Closes the connections whose backends do not read the statement that we sent. */
  function cutIdle(clients: readonly pg.PoolClient[]): void {
    for (const client of clients) {
      const noted = unanswered.get(client);
      const { bytesRead, isReady } = wireOf(client);
      if (!noted || isReady || noted.bytesRead !== bytesRead) continue;
      noted.idleAnswers += 1;
      if (noted.idleAnswers < idleAnswersBeforeCut) continue;
      log.error("a database connection does not respond; closing it");
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

  function drop(target = probe): void {
    if (!target || target !== probe) return;
    probe = undefined;
    cut(target.client);
  }

  function markSilent(): void {
    isSilent = true;
    log.error("the database accepts connections but does not respond; requests are refused until it does");
    for (const client of connected) cut(client);
    for (const listener of listeners) listener();
  }

  function markAnswering(): void {
    if (isSilent) log.info("the database responds again");
    isSilent = false;
  }

  const checking = setInterval(check, checkIntervalMs).unref();
  probe = openProbe();

  return {
    openPool,
    get isSilent() {
      return isSilent;
    },
    onSilent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      clearInterval(checking);
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

/** A statement without a reply, as of the last check. */
interface Unanswered {
  /** The bytes read from its connection so far; any further byte counts as a reply. */
  bytesRead: number;
  /** How many times in a row PostgreSQL has reported the backend of this connection as idle. */
  idleAnswers: number;
}

const idleBackends = `select pid from pg_stat_activity where pid = any($1::int[]) and starts_with(state, 'idle')`;

async function outcomeOf(answer: Promise<unknown>): Promise<"answered" | "failed" | "silent"> {
  const settled = answer.then(
    () => "answered" as const,
    () => "failed" as const,
  );
  for (;;) {
    const startedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const outcome = await Promise.race([
      settled,
      new Promise<"late">((resolve) => {
        // After a delay of this process, timers fire before sockets are read. Data that has already arrived is read
        // before the timeout takes effect.
        timer = setTimeout(() => setImmediate(() => setImmediate(resolve, "late")), answerTimeoutMs).unref();
      }),
    ]);
    clearTimeout(timer);
    if (outcome !== "late") return outcome;
    if (performance.now() - startedAt < answerTimeoutMs + maxDelayMs) return "silent";
  }
}

/** Returns private fields of a pg connection. */
function wireOf(client: pg.ClientBase): { pid: number; stream: Socket; bytesRead: number; isReady: boolean } {
  const { processID, readyForQuery, connection } = client as unknown as {
    processID: number;
    readyForQuery: boolean;
    connection: { stream: Socket };
  };
  const { stream } = connection;
  return { pid: processID, stream, bytesRead: stream.bytesRead, isReady: readyForQuery };
}

/**
 * Closes the socket without a protocol message, which a server that does not respond would not read. Waiting statements
 * fail.
 */
function cut(client: pg.ClientBase): void {
  wireOf(client).stream.destroy(new DatabaseSilent());
}
