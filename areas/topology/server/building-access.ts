// The permissions that runs, dry runs, pushes and proposals require. A tree is built and saved as a whole, with the
// server's rights, so users whose rights are limited to some components or config items are refused, in the same way as
// the row policy of the table refuses them.
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

/**
 * A dry run, and the components of a saved topology, show lookup results that the user may lack the permission to read.
 */
export function requireReadItems(actor: Actor, spec: Readonly<Record<string, unknown>>): void {
  if (reachOf(actor, "read", "config_scrapers") === "all") return;
  if (spec["groupBy"] !== undefined || readsItems(spec))
    throw problem.forbidden("read", "config_scrapers", {
      hint: "This topology reads the catalog, so saving it and its dry run require this permission for all config items.",
    });
}

/** Inline canaries are created with the server's rights. */
export function requireCreateCanaries(actor: Actor): void {
  if (reachOf(actor, "create", "canaries") !== "all")
    throw problem.forbidden("create", "canaries", {
      hint: "A component has inline checks, which are created as canaries. Ask for this permission, or remove the inline checks.",
    });
}

/** Requires the permissions that the spec of a saved topology needs, in addition to the permissions for the table. */
export function requireSaved(actor: Actor, specs: readonly unknown[]): void {
  for (const spec of specs.filter(isFields)) {
    requireReadItems(actor, spec);
    if (hasInline(spec)) requireCreateCanaries(actor);
  }
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function readsItems(value: unknown): boolean {
  return (
    isFields(value) &&
    Object.entries(value).some(([key, held]) => {
      if (key === "configLookup") return true;
      if (key === "lookup") return isFields(held) && Object.hasOwn(held, "catalog");
      return readsItems(held);
    })
  );
}

function hasInline(value: unknown): boolean {
  return (
    isFields(value) &&
    Object.entries(value).some(
      ([key, held]) => key !== "lookup" && ((key === "inline" && isFields(held)) || hasInline(held)),
    )
  );
}
