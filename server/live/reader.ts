// Reads `changes` for all subscribers of this process: one statement at a time, after a notification, at most every
// 250 ms, and only while there is a subscriber.
import { sql } from "kysely";
import type { Listening } from "../db/listening.ts";
import type { Databases } from "../db/pool.ts";
import type { Log } from "../log.ts";
import { isTooOld, type Cursor } from "./cursor.ts";

/** Changes since the last batch, by relation: the keys of the rows, or null when there are too many. */
export type Changes = ReadonlyMap<string, readonly string[] | null>;

export interface Batch {
  /** The position after this batch. */
  cursor: Cursor;
  changes: Changes;
  /** The earlier changes are unknown, so every row may have changed. */
  isReset: boolean;
}

export interface Reader {
  /** Calls `onBatch` for every batch from now on, until the returned function is called. */
  subscribe(onBatch: (batch: Batch) => void): () => void;
  /** Returns the changes between an earlier cursor and the reader's current position. */
  since(cursor: Cursor): Promise<Batch>;
  /** The current position; undefined until the first read. */
  readonly cursor: Cursor | undefined;
  /** Whether subscribers will receive a change that is committed now. */
  readonly isConnected: boolean;
  /** Resolves to true once the reader is connected, or to false after the timeout. */
  ready(timeoutMs: number): Promise<boolean>;
  close(): void;
}

const changesChannel = "quarterdeck_changes";

const minReadIntervalMs = 250;
/**
 * The interval at which the cursor is renewed while there are no changes; otherwise it would become too old to resume
 * from.
 */
const refreshIntervalMs = 60_000;
const retryDelayMs = 1_000;
export const maxIds = 100;

export interface ReaderParts {
  db: Databases;
  listening: Listening;
  log: Log;
  /** Calls `notify` when the reader has been disconnected for `afterMs`. */
  disconnected: { afterMs: number; notify: () => void };
}

export function createReader({ db, listening, log, disconnected }: ReaderParts): Reader {
  const subscribers = new Set<(batch: Batch) => void>();
  const waiting = new Set<() => void>();
  let cursor: Cursor | undefined;
  /** Whether LISTEN is active. Changes that were committed before that may not have been read yet. */
  let isListening = false;
  let isConnected = false;
  let disconnectTimer: NodeJS.Timeout | undefined;
  let isReading = false;
  let isWanted = false;
  let lastRead = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;

  function requestRead(): void {
    isWanted = true;
    if (isReading || subscribers.size === 0) return;
    schedule(Math.max(0, lastRead + minReadIntervalMs - performance.now()));
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), ms);
    timer.unref();
  }

  async function read(): Promise<void> {
    isWanted = false;
    isReading = true;
    // Notifications that arrive from here on may be about changes that are not visible to this statement.
    const wasListening = isListening;
    const subscription = stopListening;
    lastRead = performance.now();
    try {
      const batch = cursor ? await readSince(db, cursor) : await readPresent(db);
      // All subscribers left during the read; later subscribers start from their own position.
      if (stopListening !== subscription) return;
      cursor = batch.cursor;
      if (batch.isReset || batch.changes.size > 0) publish(batch);
      if (wasListening && isListening) connect();
      if (isWanted) schedule(minReadIntervalMs);
      else schedule(refreshIntervalMs);
    } catch (error) {
      if (isConnected) log.warn({ err: error }, "cannot read changes; retrying");
      disconnect();
      schedule(retryDelayMs);
    } finally {
      isReading = false;
      if (subscribers.size === 0) clearTimeout(timer);
      else if (stopListening !== subscription) requestRead();
    }
  }

  function publish(batch: Batch): void {
    for (const onBatch of subscribers) {
      try {
        onBatch(batch);
      } catch (error) {
        log.error({ err: error }, "a subscriber to changes failed");
      }
    }
  }

  function connect(): void {
    isConnected = true;
    clearTimeout(disconnectTimer);
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  /** Missed changes are read after reconnecting, so subscribers do not notice a short interruption. */
  function disconnect(): void {
    if (!isConnected) return;
    isConnected = false;
    disconnectTimer = setTimeout(disconnected.notify, disconnected.afterMs);
    disconnectTimer.unref();
  }

  function start(): void {
    stopListening = listening.on(changesChannel, {
      notified: requestRead,
      // isConnected becomes true only after the next read: until then caches may miss changes.
      resumed() {
        isListening = true;
        requestRead();
      },
      lost() {
        isListening = false;
        disconnect();
      },
    });
  }

  function stop(): void {
    stopListening?.();
    stopListening = undefined;
    clearTimeout(timer);
    clearTimeout(disconnectTimer);
    isListening = false;
    isConnected = false;
    cursor = undefined;
  }

  return {
    subscribe(onBatch) {
      subscribers.add(onBatch);
      if (subscribers.size === 1) start();
      return () => {
        if (subscribers.delete(onBatch) && subscribers.size === 0) stop();
      };
    },
    since: (from) => (cursor ? readSince(db, from, cursor) : readSince(db, from)),
    get cursor() {
      return cursor;
    },
    get isConnected() {
      return isConnected;
    },
    ready: (timeoutMs) =>
      isConnected
        ? Promise.resolve(true)
        : new Promise((resolve) => {
            const connected = () => (clearTimeout(timeout), resolve(true));
            const timeout = setTimeout(() => (waiting.delete(connected), resolve(false)), timeoutMs);
            waiting.add(connected);
          }),
    close() {
      subscribers.clear();
      stop();
    },
  };
}

async function readPresent(db: Databases): Promise<Batch> {
  const { rows } = await sql<Cursor>`
    select pg_current_snapshot()::text as snapshot, extract(epoch from now())::bigint as at`.execute(db.system);
  return { cursor: rows[0]!, changes: new Map(), isReset: false };
}

/** Reads the changes that are visible in the current snapshot (or `until`) but not in `from`. */
async function readSince(db: Databases, from: Cursor, until?: Cursor): Promise<Batch> {
  const { rows } = await sql<Cursor & { is_foreign: boolean; relation: string | null; ids: string[] | null }>`
    select p.snapshot::text as snapshot,
           extract(epoch from now())::bigint as at,
           pg_snapshot_xmax(${from.snapshot}::pg_snapshot) > pg_snapshot_xmax(p.snapshot) as is_foreign,
           c.relation,
           c.ids
    from   (select pg_current_snapshot() as snapshot) p
    left   join (
             select relation,
                    ids,
                    row_number() over (partition by relation) as number
             from   changes
             where  xid >= pg_snapshot_xmin(${from.snapshot}::pg_snapshot)
             and    not pg_visible_in_snapshot(xid, ${from.snapshot}::pg_snapshot)
             ${until ? sql`and pg_visible_in_snapshot(xid, ${until.snapshot}::pg_snapshot)` : sql``}
           ) c on c.number <= ${maxIds + 1}`.execute(db.system);
  const { snapshot, at, is_foreign: isForeign } = rows[0]!;
  // A snapshot that is newer than the database belongs to a different database, or to a database that was restored from
  // a backup since then.
  const isReset = isForeign || isTooOld(from, at);
  const changes = new Map<string, readonly string[] | null>();
  for (const { relation, ids } of rows)
    if (relation !== null) changes.set(relation, mergeIds(changes.has(relation) ? changes.get(relation)! : [], ids));
  return { cursor: until ?? { snapshot, at }, changes: isReset ? new Map() : changes, isReset };
}

/** Merges two lists of ids. Null means "too many", so the result is null if either list is null. */
export function mergeIds(ids: readonly string[] | null, more: readonly string[] | null): readonly string[] | null {
  if (ids === null || more === null) return null;
  const all = new Set([...ids, ...more]);
  return all.size > maxIds ? null : [...all];
}
