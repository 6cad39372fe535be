// Generic writes with rules per table ("doors"). An area defines for a table what a write must do in Node: validate,
// reject, encrypt, derive, publish. Every write is recorded in the audit log in the same transaction. The data API
// passes every write through here, between plan and render. The rules for all tables are in own-rows.ts and apply
// before the door.
import { problem } from "#language/problem.ts";
import { type Origin, recordDeeds } from "../audit/audit.ts";
import { isAudited } from "../audit/audited-values.ts";
import { deedsOf } from "../audit/written-rows.ts";
import type { Event, Events } from "../events.ts";
import type { Actor } from "../http/actor.ts";
import type { Secrets } from "../secrets.ts";
import type { SealedDocuments } from "../spec/sealed-columns.ts";
import { needsStoredRows, ownRows, refuseKeptElsewhere } from "./own-rows.ts";
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

export interface WriteDoor {
  /**
   * Validates and normalizes one row of the request; throws a Problem that names the invalid part. No database access.
   */
  parse?(row: Row, about: Pick<WriteContext, "actor" | "relation" | "verb">): Row;
  /**
   * Runs before the statement: `rows` will be written, `before` are the stored rows that it affects, also for an
   * upsert.
   */
  prepare?(context: WriteContext, rows: readonly Row[], before: readonly Row[]): Promise<readonly Row[]>;
  /** Runs after the statement, in its transaction, for example to publish events. */
  after?(context: WriteContext, written: readonly Row[], before: readonly Row[]): Promise<void>;
  /**
   * Documents with sealed credentials, and texts that may repeat them; rows of older releases are sealed at the start.
   */
  sealed?: SealedDocuments;
  masked?: readonly string[];
}

export type WriteDoors = Readonly<Record<string, WriteDoor>>;

/** The statement from the data API: takes the prepared rows and returns the written ones. */
export type Statement = (rows: readonly Row[]) => Promise<readonly Row[]>;

export interface Write {
  relation: string;
  /** The relation in the catalog; without it only the door applies. */
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
  /** Runs a write with the rules of its table; a table without a door is written as it is. */
  through(tx: Tx, actor: Actor, write: Write): Promise<readonly Row[]>;
}

export interface WriteTools {
  events: Events;
  secrets: Secrets;
}

export function createWrites(
  areas: readonly { name: string; writes?: WriteDoors }[],
  { events, secrets }: Partial<WriteTools> = {},
): Writes {
  const doors = new Map<string, WriteDoor>();
  for (const { name, writes = {} } of areas)
    for (const [relation, door] of Object.entries(writes)) {
      if (doors.has(relation)) throw new Error(`${name} declares a second door for ${relation}`);
      doors.set(relation, door);
    }

  return {
    async through(tx, actor, { relation, about, verb, rows, lockBefore, statement, origin }) {
      const door = doors.get(relation) ?? {};
      const context: WriteContext = {
        tx,
        actor,
        relation,
        verb,
        get secrets() {
          if (!secrets) throw new Error("these writes were created without secrets");
          return secrets;
        },
        publish: async (event) => events?.publish(tx, event),
      };
      const parsed = door.parse ? rows.map((row) => door.parse!(row, context)) : rows;
      const audited = actor.kind === "system" ? undefined : about;
      const wantsBefore =
        (door.prepare ?? door.after) !== undefined ||
        (about !== undefined && needsStoredRows(about, verb, rows)) ||
        (audited !== undefined && (verb === "update" || isAudited(audited)));
      const before = wantsBefore && lockBefore ? await lockBefore() : [];
      if (about) refuseKeptElsewhere(actor, about, before);
      const own = about ? parsed.map((row) => ownRows(actor, about, verb, row, before)) : parsed;
      const prepared = door.prepare ? await door.prepare(context, own, before) : own;
      if (verb === "insert" && prepared.length !== rows.length)
        throw problem.internal(new Error(`the door of ${relation} changed the number of rows`));
      const written = await statement(prepared);
      await door.after?.(context, written, before);
      if (audited)
        await recordDeeds(tx, { actor, origin }, deedsOf({ relation: audited, verb, sent: rows, before, written }));
      return written;
    },
  };
}
