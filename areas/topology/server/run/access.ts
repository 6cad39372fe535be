// The rights that runs, dry runs, pushes and proposals need. A tree is built and saved as a whole, with the rights of the
// server, so users whose rights are limited to some components or config items are refused, as by the row policy of
// the table.
import type { RowAction } from "#language/permissions.ts";
import { problem } from "#language/problem.ts";
import { reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";

/** Saving a tree adds, changes and deletes components. */
export const saving = ["create", "update", "delete"] as const;

export function requireAll(actor: Actor, actions: readonly RowAction[]): void {
  for (const action of actions)
    if (reachOf(actor, action, "topologies") !== "all")
      throw problem.forbidden(action, "topologies", {
        hint: "A tree is saved as a whole, which requires this permission for all components.",
      });
}

/** The answer of a dry run shows what its lookups find, which a user with limits on config items may not read. */
export function requireReadItems(actor: Actor, spec: Readonly<Record<string, unknown>>): void {
  if (reachOf(actor, "read", "config_scrapers") === "all") return;
  if (spec["groupBy"] !== undefined || readsItems(spec))
    throw problem.forbidden("read", "config_scrapers", {
      hint: "This topology reads the catalog, so its dry run requires this permission for all config items.",
    });
}

function readsItems(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, held]: [string, unknown]) => {
    if (key === "configLookup") return true;
    if (key === "lookup") return typeof held === "object" && held !== null && Object.hasOwn(held, "catalog");
    return readsItems(held);
  });
}
