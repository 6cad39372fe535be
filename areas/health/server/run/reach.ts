// Resolves connections and secret values on behalf of the canary. A failure is a fault of the spec or of Quarterdeck, never
// of the target.
import { Problem } from "#language/problem.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import type { Scrubber } from "#server/scrub.ts";
import { ConnectionFailure, reachFor, type Reach } from "../../../connections/server/index.ts";
import { CheckInvalid, CouldNotCheck } from "../check-kind.ts";
import type { RunnableCanary } from "./runnable.ts";
import type { Surroundings } from "./run-check.ts";

export type { Reach } from "../../../connections/server/index.ts";

export function reachOf(
  { id, name, namespace }: Pick<RunnableCanary, "id" | "name" | "namespace">,
  around: Surroundings,
  scrubber: Scrubber,
): Reach {
  const { connection, value } = reachFor(around, {
    subject: { kind: "canary", id, name, namespace },
    namespace,
    scrubber,
    purpose: "check",
    system: around.system,
  });
  return {
    connection: (reaching) => found(() => connection(reaching)),
    value: (written) => found(() => value(written)),
  };
}

/** Translates errors of the lookup, which say nothing about the target. */
async function found<Value>(look: () => Promise<Value>): Promise<Value> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Problem && error.status < 500)
      throw new CheckInvalid([error.message, error.hint].filter(Boolean).join(" "));
    if (error instanceof ConnectionFailure)
      throw new CouldNotCheck([error.message.replace(/\.?$/, "."), error.fix].filter(Boolean).join(" "));
    if (isConnectionLost(error)) throw new CouldNotCheck("The database of Quarterdeck is not available.");
    throw error;
  }
}
