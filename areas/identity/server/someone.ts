import { problem } from "#language/problem.ts";
import type { Actor } from "#server/http/actor.ts";

/** Returns the person or token of a request; the system itself never sends requests. */
export function someone(actor: Actor) {
  if (actor.kind === "system") throw problem.unauthorized();
  return actor;
}
