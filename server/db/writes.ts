// The write hooks of tables. A write hook is the code that an area runs in Node when rows of a table are written: it
// validates, rejects, encrypts, derives and publishes. data-api/perform-writes.ts calls it.
import type { EventNames } from "../event-names.ts";
import type { Event } from "../events.ts";
import type { Actor, Origin } from "../http/actor.ts";
import type { Secrets } from "../secrets.ts";
import type { SealedDocuments } from "../spec/sealed-columns.ts";
import type { Tx } from "./pool.ts";
import type { Relation } from "./relations.ts";

export type WriteVerb = "insert" | "update" | "delete";

export type Row = Readonly<Record<string, unknown>>;

export interface WriteContext {
  tx: Tx;
  actor: Actor;
  relation: string;
  verb: WriteVerb;
  secrets: Secrets;
  /** Publishes an event if and only if the write is committed. */
  publish(event: Event): Promise<void>;
}

export interface WriteHook {
  /**
   * Validates and normalizes one row of the request, without database access; throws a Problem that describes the
   * invalid part.
   */
  parse?(row: Row, about: Pick<WriteContext, "actor" | "relation" | "verb">): Row;
  /**
   * Runs before the statement: `rows` will be written, `before` are the stored rows that the statement affects,
   * including those that an upsert updates.
   */
  prepare?(context: WriteContext, rows: readonly Row[], before: readonly Row[]): Promise<readonly Row[]>;
  /** Runs after the statement, in its transaction, for example to publish events. */
  after?(context: WriteContext, written: readonly Row[], before: readonly Row[]): Promise<void>;
  /** Returns warnings about a row that was written nevertheless. */
  warnings?(row: Row, names: EventNames): readonly string[];
  /**
   * Documents with encrypted credentials, and columns that may repeat these credentials. Rows of older releases are
   * encrypted at startup.
   */
  sealed?: SealedDocuments;
  masked?: readonly string[];
}

export type WriteHooks = Readonly<Record<string, WriteHook>>;

/** The statement from the data API: takes the prepared rows and returns the written rows. */
export type Statement = (rows: readonly Row[]) => Promise<readonly Row[]>;

export interface Write {
  relation: string;
  /** The relation in the catalog; without it only the write hook applies. */
  about?: Relation;
  verb: WriteVerb;
  rows: readonly Row[];
  /** Reads and locks the affected rows; called only when they are needed. */
  lockBefore?: (() => Promise<readonly Row[]>) | undefined;
  statement: Statement;
  /** The origin of the request, for the audit log. */
  origin?: Origin | undefined;
}

export interface Writes {
  /** Runs a write with the rules of its table; a table without a write hook is written unchanged. */
  through(tx: Tx, actor: Actor, write: Write): Promise<readonly Row[]>;
  /** Returns warnings about rows of a table that were sent and written. */
  warnings(relation: string, rows: readonly Row[]): readonly string[];
}
