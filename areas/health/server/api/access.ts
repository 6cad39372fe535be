// Who may ask about health: whoever reads canaries, all of them or some, while the feature is on.
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";

/** Nobody (null) gets as far as this only where views are public. */
export async function requireHealth(system: System, actor: Actor | null, what: string): Promise<void> {
  await system.features.require("health", what);
  if (actor !== null && reachOf(actor, "read", "canaries") === "none") throw problem.forbidden("read", "canaries");
}
