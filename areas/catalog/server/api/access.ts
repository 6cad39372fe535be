// Requires the catalog feature and the right to read all or some of the catalog.
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";

export async function requireCatalog(system: System, actor: Actor, what: string): Promise<void> {
  await system.features.require("config", what);
  if (reachOf(actor, "read", "config_scrapers") === "none") throw problem.forbidden("read", "config_scrapers");
}
