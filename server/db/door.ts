// The parts that most doors are made of: a shape that rows must have, what a new row gets when it says nothing, and
// columns that stay as they are.
import { z } from "zod";
import { problem, type BadPart, type TextPlace } from "#language/problem.ts";
import type { SealedDocuments } from "../spec/sealed-columns.ts";
import { sealRows, type OpenElsewhere } from "./sealed-rows.ts";
import type { Row, WriteContext, WriteDoor } from "./writes.ts";

export interface DoorParts {
  /** Of a new row, other columns left aside; a change may leave out anything. */
  shape?: z.ZodObject;
  /** What a new row gets when it says nothing. */
  defaults?: Row;
  /** Columns that a change leaves as they are. */
  fixed?: readonly string[];
  /** Documents that may hold credentials: they are stored masked, with the credentials sealed beside them. */
  sealed?: SealedDocuments;
  /** Texts that may repeat credentials of those documents, such as a name that was made from an address. */
  masked?: readonly string[];
  /** For rows whose credentials are kept with another row. */
  openElsewhere?: OpenElsewhere;
  prepare?: WriteDoor["prepare"];
  after?: WriteDoor["after"];
}

export function door(parts: DoorParts): WriteDoor {
  const { shape, defaults = {}, fixed = [], sealed, masked = [], openElsewhere, prepare, after } = parts;
  const whole = shape?.loose();
  const some = whole?.partial();
  return {
    parse(row, { verb }) {
      if (verb === "delete") return row;
      const given = verb === "insert" ? { ...defaults, ...row } : row;
      const used = verb === "insert" ? whole : some;
      if (!used) return given;
      const parsed = used.safeParse(given);
      if (!parsed.success) throw badRow(parsed.error);
      return parsed.data;
    },
    ...((prepare !== undefined || fixed.length > 0 || sealed !== undefined) && {
      async prepare(context: WriteContext, rows: readonly Row[], before: readonly Row[]) {
        if (context.verb === "update") for (const row of rows) refuseMoved(row, before, fixed);
        const prepared = prepare ? await prepare(context, rows, before) : rows;
        return sealed ? sealRows(context, { sealed, masked, openElsewhere }, prepared, before) : prepared;
      },
    }),
    ...(after && { after }),
    ...(sealed && { sealed, masked }),
  };
}

function refuseMoved(row: Row, before: readonly Row[], fixed: readonly string[]): void {
  const moved = fixed.filter(
    (column) => Object.hasOwn(row, column) && before.some((stored) => stored[column] !== row[column]),
  );
  if (moved.length > 0)
    throw problem.badParts(moved.map((path) => ({ path, message: "cannot be changed once it is there" })));
}

const badRow = ({ issues }: z.ZodError) =>
  problem.badParts(
    issues.map((issue): BadPart => {
      const { path, message } = issue;
      const place = issue.code === "custom" ? (issue.params?.["place"] as TextPlace | undefined) : undefined;
      return { path: path.join("."), message, ...(place && { place }) };
    }),
  );

/** Pairs every row that was there with what it has become. */
export function changed(before: readonly Row[], written: readonly Row[]): readonly { was: Row; is: Row }[] {
  const stored = new Map(before.map((row) => [row["id"], row]));
  return written.flatMap((is) => {
    const was = stored.get(is["id"]);
    return was ? [{ was, is }] : [];
  });
}

/** The rows as they will be: a change says only what it changes. */
export const outcomes = (rows: readonly Row[], before: readonly Row[]): readonly Row[] =>
  before.length === 0 ? rows : before.flatMap((stored) => rows.map((row): Row => ({ ...stored, ...row })));

/** A name as people write it. */
export const name = z.string("is required").trim().min(1, "is required").max(500, "is longer than 500 characters");

/** A document that is not looked into here: the kinds that it names are. */
export const document = z.record(z.string(), z.unknown(), "must be an object");
