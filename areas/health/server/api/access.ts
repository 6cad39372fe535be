// Grants access to health to everyone who may read all or some canaries, while the feature is enabled.
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";

/** `actor` is null only where views are public. */
export async function requireHealth(system: System, actor: Actor | null, what: string): Promise<void> {
  await system.features.require("health", what);
  if (actor !== null && reachOf(actor, "read", "canaries") === "none") throw problem.forbidden("read", "canaries");
}
