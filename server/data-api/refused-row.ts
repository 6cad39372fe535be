// A write that a row policy refused names the permission that is missing, as every other refusal does. PostgreSQL names
// the table and nothing of the row; whose rights decide about the row is known from the tags that the policies are made of.
import { problem } from "#language/problem.ts";
import type { RowAction } from "#language/permissions.ts";
import type { Resource } from "#language/roles.ts";
import { hasSqlState } from "../db/failures.ts";
import { reachOf, resourceOf, rowActionOf } from "../db/policy.ts";
import type { Catalog, Relation } from "../db/relations.ts";
import { rowKinds } from "../db/row-scopes.ts";
import type { Row, WriteVerb } from "../db/writes.ts";
import type { Actor } from "../http/actor.ts";

export interface RefusedWrite {
  actor: Actor;
  catalog: Pick<Catalog, "relations">;
  relation: Relation;
  verb: WriteVerb;
  /** What was to be written; which of them was refused is not known. */
  rows: readonly Row[];
  /** Whether rows that are there already would have been changed. */
  isUpsert: boolean;
}

/** The error as the refusal that it is; anything else as it came. */
export function namedRefusal(error: unknown, missing: () => Resource): unknown {
  if (!hasSqlState(error, "42501") || !/row-level security/.test((error as Error).message)) return error;
  return problem.forbidden("write", missing(), {
    details: "What you may write does not include this row, or what it is about.",
    code: "42501",
    cause: error,
  });
}

/** A resource of which the actor reaches no row; else one of which he does not reach every row. */
export function missingResource({ actor, catalog, relation, verb, rows, isUpsert }: RefusedWrite): Resource {
  const actions: RowAction[] = isUpsert ? [rowActionOf(verb), "update"] : [rowActionOf(verb)];
  const states = (column: string) => rows.some((row) => (row[column] ?? null) !== null);
  const asked = actions.flatMap((action) => deciding(catalog, relation, action, states));
  const reach = ({ action, resource }: Asked) => reachOf(actor, action, resource);
  const missing = asked.find((one) => reach(one) === "none") ?? asked.find((one) => reach(one) !== "all");
  return missing?.resource ?? resourceOf(verb, relation);
}

interface Asked {
  action: RowAction;
  resource: Resource;
}

/** What a row policy asks about: the thing itself, or what the row points to, which has to be open to changes. */
function deciding(
  catalog: RefusedWrite["catalog"],
  { rows }: Relation,
  action: RowAction,
  states: (column: string) => boolean,
): Asked[] {
  switch (rows?.rule) {
    case "own":
    case "whole":
      return [{ action, resource: rowKinds[rows.of].resources[0] }];
    case "follows":
      return rows.columns
        .filter(({ column }) => states(column))
        .flatMap(({ targets }) => targets)
        .flatMap((target) => deciding(catalog, catalog.relations.get(target)!, "update", () => true));
    default:
      return [];
  }
}
