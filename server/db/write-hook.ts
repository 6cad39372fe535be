// Creates write hooks from common parts: a schema for rows, defaults for new rows, and columns that cannot change.
import { z } from "zod";
import { problem, type BadPart, type TextPlace } from "#language/problem.ts";
import type { SealedDocuments } from "../spec/sealed-columns.ts";
import { sealRows, type OpenElsewhere } from "./sealed-rows.ts";
import type { Row, WriteContext, WriteHook } from "./writes.ts";

export interface WriteHookParts {
  /** Schema of a new row; unknown columns are allowed, and in an update every column is optional. */
  shape?: z.ZodObject;
  /** Default values of a new row. */
  defaults?: Row;
  /** Columns that an update cannot change. */
  fixed?: readonly string[];
  /**
   * Documents that may contain credentials. They are stored masked, with the credentials encrypted in a second column.
   */
  sealed?: SealedDocuments;
  /** Strings that may repeat credentials from these documents, such as a name derived from a URL. */
  masked?: readonly string[];
  /** Decrypts credentials that are stored with a different row. */
  openElsewhere?: OpenElsewhere;
  prepare?: WriteHook["prepare"];
  after?: WriteHook["after"];
  warnings?: WriteHook["warnings"];
}

export function writeHook(parts: WriteHookParts): WriteHook {
  const { shape, defaults = {}, fixed = [], sealed, masked = [], openElsewhere, prepare, after, warnings } = parts;
  const insertSchema = shape?.loose();
  const updateSchema = insertSchema?.partial();
  return {
    parse(row, { verb }) {
      if (verb === "delete") return row;
      const input = verb === "insert" ? { ...defaults, ...row } : row;
      const schema = verb === "insert" ? insertSchema : updateSchema;
      if (!schema) return input;
      const parsed = schema.safeParse(input);
      if (!parsed.success) throw badRow(parsed.error);
      return parsed.data;
    },
    ...((prepare !== undefined || fixed.length > 0 || sealed !== undefined) && {
      async prepare(context: WriteContext, rows: readonly Row[], before: readonly Row[]) {
        if (context.verb === "update") for (const row of rows) refuseFixed(row, before, fixed);
        const prepared = prepare ? await prepare(context, rows, before) : rows;
        return sealed ? sealRows(context, { sealed, masked, openElsewhere }, prepared, before) : prepared;
      },
    }),
    ...(after && { after }),
    ...(warnings && { warnings }),
    ...(sealed && { sealed, masked }),
  };
}

function refuseFixed(row: Row, before: readonly Row[], fixed: readonly string[]): void {
  const changedColumns = fixed.filter(
    (column) => Object.hasOwn(row, column) && before.some((stored) => stored[column] !== row[column]),
  );
  if (changedColumns.length > 0)
    throw problem.badParts(changedColumns.map((path) => ({ path, message: "cannot be changed after creation" })));
}

const badRow = ({ issues }: z.ZodError) =>
  problem.badParts(
    issues.map((issue): BadPart => {
      const { path, message } = issue;
      const place = issue.code === "custom" ? (issue.params?.["place"] as TextPlace | undefined) : undefined;
      return { path: path.join("."), message, ...(place && { place }) };
    }),
  );

/** Pairs every updated row with its former state. */
export function changed(before: readonly Row[], written: readonly Row[]): readonly { was: Row; is: Row }[] {
  const stored = new Map(before.map((row) => [row["id"], row]));
  return written.flatMap((is) => {
    const was = stored.get(is["id"]);
    return was ? [{ was, is }] : [];
  });
}

/** Returns the rows after the write, because an update contains only the changed columns. */
export const outcomes = (rows: readonly Row[], before: readonly Row[]): readonly Row[] =>
  before.length === 0 ? rows : before.flatMap((stored) => rows.map((row): Row => ({ ...stored, ...row })));

/** The schema of a name as entered by users. */
export const name = z.string("is required").trim().min(1, "is required").max(500, "is longer than 500 characters");

/** The schema of a document that is validated by the kinds in it. */
export const document = z.record(z.string(), z.unknown(), "must be an object");
