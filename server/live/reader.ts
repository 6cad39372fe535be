// Reads `changes` for everybody in this process: one statement at a time, when a notification says that there is
// something, at most every 250 ms, and only while somebody listens.
import { sql } from "kysely";
import type { Listening } from "../db/listening.ts";
import type { Databases } from "../db/pool.ts";
import type { Log } from "../log.ts";
import { isTooOld, type Cursor } from "./cursor.ts";

/** What changed since the last batch, by relation: keys of the rows, or null when they are too many to name. */
export type Changes = ReadonlyMap<string, readonly string[] | null>;

export interface Batch {
  /** Where this batch ends. */
  cursor: Cursor;
  changes: Changes;
  /** What happened before is unknown: everything may have changed. */
  isReset: boolean;
}

export interface Reader {
  /** Hears every batch from the present on, until the returned function is called. */
  subscribe(heard: (batch: Batch) => void): () => void;
  /** What a former reader missed between its cursor and the present of this one. */
  since(cursor: Cursor): Promise<Batch>;
  /** Where the reader is; undefined until it has read for the first time. */
  readonly cursor: Cursor | undefined;
  /** Whether a change committed now would be heard of shortly. */
  readonly isConnected: boolean;
  /** Settles once a batch would be heard, or the wait is over. */
  ready(withinMs: number): Promise<boolean>;
  close(): void;
}

const changesChannel = "quarterdeck_changes";

const atMostEveryMs = 250;
/** A cursor that stands still would become too old to resume from. */
const refreshEveryMs = 60_000;
const readAgainMs = 1_000;
export const mostIds = 100;

export interface ReaderParts {
  db: Databases;
  listening: Listening;
  log: Log;
  /** Nothing has been heard for so long that whoever listens should know. */
  deaf: { afterMs: number; tell: () => void };
}

export function createReader({ db, listening, log, deaf }: ReaderParts): Reader {
  const subscribers = new Set<(batch: Batch) => void>();
  const waiting = new Set<() => void>();
  let cursor: Cursor | undefined;
  /** Whether the channel is heard; what was committed before may still have to be read. */
  let isHeard = false;
  let isConnected = false;
  let deafening: NodeJS.Timeout | undefined;
  let isReading = false;
  let isWanted = false;
  let lastRead = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;

  function soon(): void {
    isWanted = true;
    if (isReading || subscribers.size === 0) return;
    schedule(Math.max(0, lastRead + atMostEveryMs - performance.now()));
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), ms);
    timer.unref();
  }

  async function read(): Promise<void> {
    isWanted = false;
    isReading = true;
    // Notifications that come from here on are about what this statement may not see.
    const wasHeard = isHeard;
    const listened = stopListening;
    lastRead = performance.now();
    try {
      const batch = cursor ? await readSince(db, cursor) : await readPresent(db);
      // Everybody left meanwhile; whoever came since begins with a present of his own.
      if (stopListening !== listened) return;
      cursor = batch.cursor;
      if (batch.isReset || batch.changes.size > 0) tell(batch);
      if (wasHeard && isHeard) connect();
      if (isWanted) schedule(atMostEveryMs);
      else schedule(refreshEveryMs);
    } catch (error) {
      if (isConnected) log.warn({ err: error }, "changes cannot be read; trying again");
      disconnect();
      schedule(readAgainMs);
    } finally {
      isReading = false;
      if (subscribers.size === 0) clearTimeout(timer);
      else if (stopListening !== listened) soon();
    }
  }

  function tell(batch: Batch): void {
    for (const heard of subscribers) {
      try {
        heard(batch);
      } catch (error) {
        log.error({ err: error }, "a listener to changes failed");
      }
    }
  }

  function connect(): void {
    isConnected = true;
    clearTimeout(deafening);
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  /** What changes meanwhile is read afterwards: a short break is nobody's business. */
  function disconnect(): void {
    if (!isConnected) return;
    isConnected = false;
    deafening = setTimeout(deaf.tell, deaf.afterMs);
    deafening.unref();
  }

  function start(): void {
    stopListening = listening.on(changesChannel, {
      notified: soon,
      // Only what has been read since counts: a cache must not trust us before.
      resumed() {
        isHeard = true;
        soon();
      },
      lost() {
        isHeard = false;
        disconnect();
      },
    });
  }

  function stop(): void {
    stopListening?.();
    stopListening = undefined;
    clearTimeout(timer);
    clearTimeout(deafening);
    isHeard = false;
    isConnected = false;
    cursor = undefined;
  }

  return {
    subscribe(heard) {
      subscribers.add(heard);
      if (subscribers.size === 1) start();
      return () => {
        if (subscribers.delete(heard) && subscribers.size === 0) stop();
      };
    },
    since: (from) => (cursor ? readSince(db, from, cursor) : readSince(db, from)),
    get cursor() {
      return cursor;
    },
    get isConnected() {
      return isConnected;
    },
    ready: (withinMs) =>
      isConnected
        ? Promise.resolve(true)
        : new Promise((resolve) => {
            const yes = () => (clearTimeout(late), resolve(true));
            const late = setTimeout(() => (waiting.delete(yes), resolve(false)), withinMs);
            waiting.add(yes);
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

/** What `from` does not see and the present, or `until`, does. */
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
           ) c on c.number <= ${mostIds + 1}`.execute(db.system);
  const { snapshot, at, is_foreign: isForeign } = rows[0]!;
  // A snapshot ahead of the database's own is of another database, or of one before a backup was restored.
  const isReset = isForeign || isTooOld(from, at);
  const changes = new Map<string, readonly string[] | null>();
  for (const { relation, ids } of rows)
    if (relation !== null) changes.set(relation, mergeIds(changes.has(relation) ? changes.get(relation)! : [], ids));
  return { cursor: until ?? { snapshot, at }, changes: isReset ? new Map() : changes, isReset };
}

/** Null is "too many", and stays so. */
export function mergeIds(some: readonly string[] | null, more: readonly string[] | null): readonly string[] | null {
  if (some === null || more === null) return null;
  const all = new Set([...some, ...more]);
  return all.size > mostIds ? null : [...all];
}
