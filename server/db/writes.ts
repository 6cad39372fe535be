// Generic writes have a door. An area states, per table, what a write in anybody's words must do in Node: validate,
// refuse, encrypt, derive, publish, audit. The data API passes every write through here, between plan and render.
import { problem } from "#language/problem.ts";
import type { Actor } from "../http/actor.ts";
import type { Tx } from "./pool.ts";

export type WriteVerb = "insert" | "update" | "delete";

export type Row = Readonly<Record<string, unknown>>;

export interface WriteContext {
  tx: Tx;
  actor: Actor;
  relation: string;
  verb: WriteVerb;
}

export interface WriteDoor {
  /** Checks and normalises one row that was sent; throws a Problem that names the bad part. No database. */
  parse?(row: Row, about: Pick<WriteContext, "actor" | "relation" | "verb">): Row;
  /** Before the statement: `rows` are what will be written, `before` the stored rows an update or delete would touch. */
  prepare?(context: WriteContext, rows: readonly Row[], before: readonly Row[]): Promise<readonly Row[]>;
  /** After the statement, in its transaction: publish, audit. */
  after?(context: WriteContext, written: readonly Row[], before: readonly Row[]): Promise<void>;
}

export type WriteDoors = Readonly<Record<string, WriteDoor>>;

/** The statement itself, as the data API renders it: takes the prepared rows, answers the written ones. */
export type Statement = (rows: readonly Row[]) => Promise<readonly Row[]>;

export interface Write {
  relation: string;
  verb: WriteVerb;
  rows: readonly Row[];
  /** Reads and locks what an update or delete would touch; asked only when a door wants to know. */
  lockBefore?: () => Promise<readonly Row[]>;
  statement: Statement;
}

export interface Writes {
  /** Runs a write through its table's door; a table without one is written as it is. */
  through(tx: Tx, actor: Actor, write: Write): Promise<readonly Row[]>;
}

export function createWrites(areas: readonly { name: string; writes?: WriteDoors }[]): Writes {
  const doors = new Map<string, WriteDoor>();
  for (const { name, writes = {} } of areas)
    for (const [relation, door] of Object.entries(writes)) {
      if (doors.has(relation)) throw new Error(`${name} states a second door for ${relation}`);
      doors.set(relation, door);
    }

  return {
    async through(tx, actor, { relation, verb, rows, lockBefore, statement }) {
      const door = doors.get(relation);
      if (!door) return statement(rows);
      const context: WriteContext = { tx, actor, relation, verb };
      const parsed = door.parse ? rows.map((row) => door.parse!(row, context)) : rows;
      const needsBefore = verb !== "insert" && (door.prepare ?? door.after) !== undefined;
      const before = needsBefore && lockBefore ? await lockBefore() : [];
      const prepared = door.prepare ? await door.prepare(context, parsed, before) : parsed;
      if (verb === "insert" && prepared.length !== rows.length)
        throw problem.internal(new Error(`the door of ${relation} changed the number of rows`));
      const written = await statement(prepared);
      await door.after?.(context, written, before);
      return written;
    },
  };
}
