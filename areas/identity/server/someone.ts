import { problem } from "#language/problem.ts";
import type { Actor } from "#server/http/actor.ts";

/** A request is never the product's own doing, so somebody always stands behind it. */
export function someone(actor: Actor) {
  if (actor.kind === "system") throw problem.unauthorized();
  return actor;
}
