// What a generic write did, in the words of the audit log: one deed a row, named by its key and by the columns that became
// others; of tables that are tagged @audited also what they said before and after. Pure.
import { isDeepStrictEqual } from "node:util";
import type { Relation } from "../db/relations.ts";
import type { Row, WriteVerb } from "../db/writes.ts";
import { secretsColumnOf } from "../spec/sealed-columns.ts";
import type { Deed } from "./audit.ts";
import { allOf, byproducts, isHidden, someOf } from "./told-values.ts";

export interface WrittenRows {
  relation: Relation;
  verb: WriteVerb;
  /** As they were sent; what is masked can be seen nowhere else. */
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
    if (verb === "delete") return [{ ...about, action: "delete", ...told({ before: allOf(relation, row) }) }];
    if (!was)
      return verb === "insert"
        ? [{ ...about, action: "create", ...told({ after: allOf(relation, row) }) }]
        : [{ ...about, action: "update" }];
    if ((was["deleted_at"] ?? null) === null && (row["deleted_at"] ?? null) !== null)
      return [{ ...about, action: "delete", ...told({ before: allOf(relation, was) }) }];
    const columns = changedColumns(relation, sent, was, row);
    if (columns.length === 0) return [];
    const values = { before: someOf(relation, was, columns), after: someOf(relation, row, columns) };
    return [{ ...about, action: "update", columns, ...told(values) }];
  });
}

const told = (values: Pick<Deed, "before" | "after">): Pick<Deed, "before" | "after"> =>
  Object.values(values).every((value) => value === null) ? {} : values;

function changedColumns(relation: Relation, sent: readonly Row[], was: Row, is: Row): string[] {
  const rewritten = sent.flatMap((row) =>
    Object.keys(row).filter(
      (column) =>
        (isHidden(relation, column) && row[column] !== mask && row[column] !== undefined) ||
        // The stored document is masked: it differs from the sent one when that held credentials.
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

/** What people call a row; not every table has a name for its rows. */
const nameOf = (row: Row): string | null =>
  [row["name"], row["title"]].find((name): name is string => typeof name === "string" && name !== "") ?? null;
