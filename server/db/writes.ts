// Generic writes have a door. An area states, per table, what a write in anybody's words must do in Node: validate,
// refuse, encrypt, derive, publish. Who wrote what is recorded for every table, in the same transaction. The data API passes
// every write through here, between plan and render.
// What holds for every table stands in own-rows.ts and comes before the door.
import { problem } from "#language/problem.ts";
import { type Origin, recordDeeds } from "../audit/audit.ts";
import { deedsOf } from "../audit/written-rows.ts";
import type { Event, Events } from "../events.ts";
import type { Actor } from "../http/actor.ts";
import type { Secrets } from "../secrets.ts";
import type { SealedDocuments } from "../spec/sealed-columns.ts";
import { asksForBefore, ownRows, refuseKeptElsewhere } from "./own-rows.ts";
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
  /** Told to the listeners if and only if the write is committed. */
  publish(event: Event): Promise<void>;
}

export interface WriteDoor {
  /** Checks and normalises one row that was sent; throws a Problem that names the bad part. No database. */
  parse?(row: Row, about: Pick<WriteContext, "actor" | "relation" | "verb">): Row;
  /**
   * Before the statement: `rows` are what will be written, `before` the stored rows that it would touch. An insert that
   * replaces what it finds has those.
   */
  prepare?(context: WriteContext, rows: readonly Row[], before: readonly Row[]): Promise<readonly Row[]>;
  /** After the statement, in its transaction: publish. */
  after?(context: WriteContext, written: readonly Row[], before: readonly Row[]): Promise<void>;
  /** Documents whose credentials are sealed, and texts that may repeat them; rows of older releases are sealed at the start. */
  sealed?: SealedDocuments;
  masked?: readonly string[];
}

export type WriteDoors = Readonly<Record<string, WriteDoor>>;

/** The statement itself, as the data API renders it: takes the prepared rows, answers the written ones. */
export type Statement = (rows: readonly Row[]) => Promise<readonly Row[]>;

export interface Write {
  relation: string;
  /** What the catalog knows of it; without, only the door is asked. */
  about?: Relation;
  verb: WriteVerb;
  rows: readonly Row[];
  /** Reads and locks what the write would touch; asked only when somebody wants to know. */
  lockBefore?: (() => Promise<readonly Row[]>) | undefined;
  statement: Statement;
  /** Where it came from, for the audit log. */
  origin?: Origin | undefined;
}

export interface Writes {
  /** Runs a write through its table's door; a table without one is written as it is. */
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
      if (doors.has(relation)) throw new Error(`${name} states a second door for ${relation}`);
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
          if (!secrets) throw new Error("these writes were made without secrets");
          return secrets;
        },
        publish: async (event) => events?.publish(tx, event),
      };
      const parsed = door.parse ? rows.map((row) => door.parse!(row, context)) : rows;
      const audited = actor.kind === "system" ? undefined : about;
      const wantsBefore =
        (door.prepare ?? door.after) !== undefined ||
        (about !== undefined && asksForBefore(about, verb, rows)) ||
        (audited !== undefined && (verb === "update" || audited.audited));
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
