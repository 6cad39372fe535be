// Converts a generic write to audit log entries: one per row, with its key and the changed columns, and for audited
// tables also the former and new values. Pure.
import { isDeepStrictEqual } from "node:util";
import type { Relation } from "../db/relations.ts";
import type { Row, WriteVerb } from "../db/writes.ts";
import { secretsColumnOf } from "../spec/sealed-columns.ts";
import type { Deed } from "./audit.ts";
import { allValues, byproducts, isHidden, valuesOf } from "./audited-values.ts";

export interface WrittenRows {
  relation: Relation;
  verb: WriteVerb;
  /** The rows as sent. Masked values are visible only here. */
  sent: readonly Row[];
  before: readonly Row[];
  written: readonly Row[];
}

const mask = "***";

export function deedsOf({ relation, verb, sent, before, written }: WrittenRows): Deed[] {
  const keyOf = (row: Row) => relation.primaryKey.map((key) => String(row[key])).join(" ");
  const stored = new Map(before.map((row) => [keyOf(row), row]));
  return written.flatMap((row): Deed[] => {
    const about = { resource_type: relation.name, resource_id: keyOf(row), resource_name: nameOf(row) };
    const was = stored.get(keyOf(row));
    if (verb === "delete") return [{ ...about, action: "delete", ...unlessNull({ before: allValues(relation, row) }) }];
    if (!was)
      return verb === "insert"
        ? [{ ...about, action: "create", ...unlessNull({ after: allValues(relation, row) }) }]
        : [{ ...about, action: "update" }];
    if ((was["deleted_at"] ?? null) === null && (row["deleted_at"] ?? null) !== null)
      return [{ ...about, action: "delete", ...unlessNull({ before: allValues(relation, was) }) }];
    const columns = changedColumns(relation, sent, was, row);
    if (columns.length === 0) return [];
    const values = { before: valuesOf(relation, was, columns), after: valuesOf(relation, row, columns) };
    return [{ ...about, action: "update", columns, ...unlessNull(values) }];
  });
}

const unlessNull = (values: Pick<Deed, "before" | "after">): Pick<Deed, "before" | "after"> =>
  Object.values(values).every((value) => value === null) ? {} : values;

function changedColumns(relation: Relation, sent: readonly Row[], was: Row, is: Row): string[] {
  const rewritten = sent.flatMap((row) =>
    Object.keys(row).filter(
      (column) =>
        (isHidden(relation, column) && row[column] !== mask && row[column] !== undefined) ||
        // The stored document is masked, so it differs from the sent document if that contained credentials.
        (relation.columns.has(secretsColumnOf(column)) && !isDeepStrictEqual(row[column], is[column])),
    ),
  );
  const seen = Object.keys(is).filter(
    (column) =>
      !byproducts.has(column) &&
      !isHidden(relation, column) &&
      JSON.stringify(was[column]) !== JSON.stringify(is[column]),
  );
  return [...new Set([...seen, ...rewritten])].filter((column) => relation.columns.has(column)).sort();
}

/** The display name of a row; some tables have no display name. */
const nameOf = (row: Row): string | null =>
  [row["name"], row["title"]].find((name): name is string => typeof name === "string" && name !== "") ?? null;
