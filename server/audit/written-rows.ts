// What a generic write did, in the words of the audit log: one deed a row, named by its key and by the columns that became
// others. Pure.
import type { Relation } from "../db/relations.ts";
import type { Row, WriteVerb } from "../db/writes.ts";
import type { Deed } from "./audit.ts";

export interface WrittenRows {
  relation: Relation;
  verb: WriteVerb;
  /** As they were sent; what is masked can be seen nowhere else. */
  sent: readonly Row[];
  before: readonly Row[];
  written: readonly Row[];
}

/** Set by the server whenever something else changes. */
const byproducts = new Set(["updated_at", "updated_by", "is_pushed"]);
const mask = "***";

export function deedsOf({ relation, verb, sent, before, written }: WrittenRows): Deed[] {
  const keyOf = (row: Row) => relation.primaryKey.map((key) => String(row[key])).join(" ");
  const stored = new Map(before.map((row) => [keyOf(row), row]));
  return written.flatMap((row): Deed[] => {
    const about = { resource_type: relation.name, resource_id: keyOf(row), resource_name: nameOf(row) };
    const was = stored.get(keyOf(row));
    if (verb === "delete") return [{ ...about, action: "delete" }];
    if (!was) return [{ ...about, action: verb === "insert" ? "create" : "update" }];
    if ((was["deleted_at"] ?? null) === null && (row["deleted_at"] ?? null) !== null)
      return [{ ...about, action: "delete" }];
    const columns = changedColumns(relation, sent, was, row);
    return columns.length === 0 ? [] : [{ ...about, action: "update", columns }];
  });
}

function changedColumns(relation: Relation, sent: readonly Row[], was: Row, is: Row): string[] {
  const isHidden = (column: string) => {
    const about = relation.columns.get(column);
    return about !== undefined && (about.masked || about.secret);
  };
  const rewritten = sent.flatMap((row) =>
    Object.keys(row).filter((column) => isHidden(column) && row[column] !== mask && row[column] !== undefined),
  );
  const seen = Object.keys(is).filter(
    (column) =>
      !byproducts.has(column) && !isHidden(column) && JSON.stringify(was[column]) !== JSON.stringify(is[column]),
  );
  return [...new Set([...seen, ...rewritten])].filter((column) => relation.columns.has(column)).sort();
}

/** What people call a row; not every table has a name for its rows. */
const nameOf = (row: Row): string | null =>
  [row["name"], row["title"]].find((name): name is string => typeof name === "string" && name !== "") ?? null;
