// Adds the missing permission to the error when a row policy rejects a write. PostgreSQL names only the table, so the
// resource is looked up in the tags that define the policies.
import { problem } from "#language/problem.ts";
import type { RowAction } from "#language/permissions.ts";
import type { Resource } from "#language/roles.ts";
import { hasSqlState } from "../db/failures.ts";
import { reachOf, resourceOf, rowActionOf } from "../db/policy.ts";
import type { Catalog, Relation } from "../db/relations.ts";
import { rowKinds } from "../db/row-kinds.ts";
import type { Row, WriteVerb } from "../db/writes.ts";
import type { Actor } from "../http/actor.ts";

export interface RefusedWrite {
  actor: Actor;
  catalog: Pick<Catalog, "relations">;
  relation: Relation;
  verb: WriteVerb;
  /** The rows of the write. PostgreSQL does not report which of them was rejected. */
  rows: readonly Row[];
  /** Whether existing rows would have been updated. */
  isUpsert: boolean;
}

/** Converts a row policy error to a Problem; other errors are returned unchanged. */
export function namedRefusal(error: unknown, missing: () => Resource): unknown {
  if (!hasSqlState(error, "42501") || !/row-level security/.test((error as Error).message)) return error;
  return problem.forbidden("write", missing(), {
    details: "You do not have write access to this row, or to the row that it belongs to.",
    code: "42501",
    cause: error,
  });
}

/**
 * Returns a resource whose rows the actor cannot access at all, or else a resource whose rows the actor can access only
 * partly.
 */
export function missingResource({ actor, catalog, relation, verb, rows, isUpsert }: RefusedWrite): Resource {
  const actions: RowAction[] = isUpsert ? [rowActionOf(verb), "update"] : [rowActionOf(verb)];
  const states = (column: string) => rows.some((row) => (row[column] ?? null) !== null);
  const checks = actions.flatMap((action) => deciding(catalog, relation, action, states));
  const reach = ({ action, resource }: AccessCheck) => reachOf(actor, action, resource);
  const missing = checks.find((check) => reach(check) === "none") ?? checks.find((check) => reach(check) !== "all");
  return missing?.resource ?? resourceOf(verb, relation);
}

interface AccessCheck {
  action: RowAction;
  resource: Resource;
}

/** Returns the checks of a row policy: the row itself, or the rows it references, which must be writable. */
function deciding(
  catalog: RefusedWrite["catalog"],
  { rows }: Relation,
  action: RowAction,
  states: (column: string) => boolean,
): AccessCheck[] {
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
