// A performance hint for PostgreSQL: for an actor who sees only certain ids, it adds these ids to the filter, so that
// an index can be used. The result is the same, because the row policies still apply.
import { namedRows } from "../db/policy.ts";
import type { Relation } from "../db/relations.ts";
import type { RowKind } from "../db/row-kinds.ts";
import type { Catalog } from "../db/relations.ts";
import type { Actor } from "../http/actor.ts";
import type { ParsedRequest } from "./parse.ts";

export function narrow(
  actor: Actor,
  catalog: Catalog,
  relation: Relation | undefined,
  parsed: ParsedRequest,
): ParsedRequest {
  const named = relation && keyOf(catalog, relation);
  const ids = named && namedRows(actor, named.kind);
  if (!ids) return parsed;
  const { query } = parsed;
  const values = [...query.values, ids];
  const condition = {
    kind: "compare",
    field: { column: named.column, path: [] },
    negated: false,
    operator: "in",
    quantifier: undefined,
    language: undefined,
    value: values.length - 1,
  } as const;
  const main = { ...query.shape.main, conditions: [...query.shape.main.conditions, condition] };
  return { ...parsed, query: { ...query, values, shape: { ...query.shape, main } } };
}

/** The column that identifies the row that access depends on, if it is a single column. */
function keyOf(
  { relations }: Catalog,
  { kind, rows, origins, columns }: Relation,
): { kind: RowKind; column: string } | undefined {
  if (kind === "view") {
    const origin = origins.get("id");
    const table = origin?.column === "id" ? relations.get(origin.relation) : undefined;
    return table?.rows?.rule === "own" ? { kind: table.rows.of, column: "id" } : undefined;
  }
  if (rows?.rule === "own") return { kind: rows.of, column: "id" };
  if (rows?.rule !== "follows" || rows.columns.length !== 1) return undefined;
  const { column, targets } = rows.columns[0]!;
  const target = targets.length === 1 ? relations.get(targets[0]!) : undefined;
  return target?.rows?.rule === "own" && columns.get(column)?.nullable === false
    ? { kind: target.rows.of, column }
    : undefined;
}
