// Only administrators may write topologies whose lookups or inline canaries run commands or read files on the server.
import { refuseOthers } from "#areas/health/server/index.ts";
import type { Actor } from "#server/http/actor.ts";

export function refuseOthersIn(actor: Actor, specs: readonly unknown[]): void {
  refuseOthers(
    actor,
    specs.flatMap((spec) => [...canariesIn(spec)]),
  );
}

/** Yields every `lookup` and `inline` canary, at any depth. */
export function* canariesIn(value: unknown): Generator {
  if (Array.isArray(value)) for (const item of value) yield* canariesIn(item);
  else if (typeof value === "object" && value !== null)
    for (const [key, held] of Object.entries(value)) {
      if (key === "lookup" || key === "inline") yield held;
      else yield* canariesIn(held);
    }
}
