// A hint to PostgreSQL: who sees a few things by their ids says so in the filter too, where an index can be used for it. What
// is shown is the same with it and without, because the row policies decide.
import { namedRows } from "../db/policy.ts";
import type { Relation } from "../db/relations.ts";
import type { RowKind } from "../db/row-scopes.ts";
import type { Catalog } from "../db/relations.ts";
import type { Actor } from "../http/actor.ts";
import type { Asked } from "./parse.ts";

export function narrow(actor: Actor, catalog: Catalog, relation: Relation | undefined, asked: Asked): Asked {
  const named = relation && keyOf(catalog, relation);
  const ids = named && namedRows(actor, named.kind);
  if (!ids) return asked;
  const { query } = asked;
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
  return { ...asked, query: { ...query, values, shape: { ...query.shape, main } } };
}

/** The column that names the thing on which it depends whether a row is seen, when it is this column alone. */
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
