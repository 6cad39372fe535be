// Resolves the references of a spec on behalf of the canary: templates, connections and secret values. A failure is a
// fault of the spec or of Quarterdeck, never of the target.
import {
  FillFault,
  filledSpec as fillSpec,
  filledText as fillText,
  variablesIn,
  type Filling as FillingOf,
} from "#server/spec/fill.ts";
import type { Place } from "#server/spec/templated-places.ts";
import { Problem } from "#language/problem.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { ConnectionFailure, reachFor, type EnvVar, type Reach } from "#areas/connections/server/index.ts";
import { CheckInvalid, CouldNotCheck, type Reaching } from "../check-kind.ts";
import type { ExpressionContext } from "./expressions.ts";
import type { RunnableCanary, RunnableCheck } from "./runnable.ts";

export type { Reach } from "#areas/connections/server/index.ts";

export type Filling = FillingOf<string | EnvVar> & { around: ExpressionContext };

export const filledSpec = <Spec>(spec: Spec, places: readonly Place[], filling: Filling): Promise<Spec> =>
  blameSpec(fillSpec(spec, places, filling));

export const filledText = (...args: Parameters<typeof fillText<string | EnvVar>>): Promise<string> =>
  blameSpec(fillText(...args));

export function fillingOf(check: RunnableCheck, spec: unknown, around: ExpressionContext, reach: Reach): Filling {
  const written = spec as Reaching & { env?: unknown };
  return {
    around,
    variables: variablesIn(check.canary.spec["env"], written.env),
    value: reach.value,
    async credentials() {
      const found = await reach.connection({ ...written, url: undefined });
      return {
        username: found.username ?? "",
        password: found.password ?? "",
        name: found.name || check.canary.name,
        namespace: found.namespace,
      };
    },
  };
}

/** Templates in labels are filled for each run, so the labels are part of the result. */
export function filledLabels(places: readonly Place[], spec: unknown): Readonly<Record<string, string>> {
  if (!places.some(({ path }) => path[0] === "labels")) return noLabels;
  return (spec as { labels?: Readonly<Record<string, string>> }).labels ?? noLabels;
}

const noLabels = {};

async function blameSpec<Value>(filling: Promise<Value>): Promise<Value> {
  try {
    return await filling;
  } catch (error) {
    throw error instanceof FillFault ? new CheckInvalid(error.message) : error;
  }
}

export function reachOf(
  {
    id,
    name,
    namespace,
    subject: kind = "canary",
    isDraft,
  }: Pick<RunnableCanary, "id" | "name" | "namespace" | "subject" | "isDraft">,
  around: Pick<System, "env" | "outbound"> & { system?: System | undefined },
  scrubber: Scrubber,
): Reach {
  const { connection, value } = reachFor(around, {
    subject: { kind, id, name, namespace, isDraft },
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

/** Translates lookup errors, which are not failures of the target. */
async function found<Value>(look: () => Promise<Value>): Promise<Value> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Problem && error.status < 500)
      throw new CheckInvalid([error.message, error.hint].filter(Boolean).join(" "));
    if (error instanceof ConnectionFailure)
      throw new CouldNotCheck([error.message.replace(/\.?$/, "."), error.fix].filter(Boolean).join(" "));
    if (isConnectionLost(error)) throw new CouldNotCheck("Quarterdeck's database is not available.");
    throw error;
  }
}
