// One run of one check, from what is written to what came of it. The same for the engine, for a form that tries a check out,
// and for the command line.
import { createScrubber } from "#server/scrub.ts";
import type { System } from "#server/area.ts";
import { failureOf, resolveConnection, resolveValue } from "../../../connections/server/index.ts";
import { CheckInvalid, CouldNotCheck, type CheckRun, type Outcome } from "../check-kind.ts";
import { kindNamed } from "../checks/index.ts";
import type { CheckRan } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";

/** What runs stand on. On the command line there is no database, and connections cannot be referred to. */
export type Surroundings = Pick<System, "env" | "log" | "outbound" | "exec" | "files"> & {
  system?: System | undefined;
};

export interface RunOptions {
  signal: AbortSignal;
  /** What the checks that this one depends on found, by their names. */
  outputs?: Readonly<Record<string, unknown>> | undefined;
  /** The last run that is kept, when an expression asks for it. */
  lastResult?: (() => Promise<Readonly<Record<string, unknown>> | undefined>) | undefined;
}

export async function runCheck(check: RunnableCheck, around: Surroundings, options: RunOptions): Promise<CheckRan> {
  const start = new Date();
  const begun = performance.now();
  const scrubber = createScrubber();
  const subject = { kind: "canary" as const, id: check.canary.id, name: check.canary.name };
  const { namespace } = check.canary;
  const run: CheckRun = {
    check,
    canary: check.canary,
    outbound: around.outbound(check.canary.trust),
    exec: around.exec,
    files: around.files,
    db: around.system?.db,
    signal: options.signal,
    scrubber,
    connection({ connection, url }) {
      if (!around.system) throw new CheckInvalid("Connections cannot be referred to without a server.");
      const resolving = { subject, namespace, scrubber, purpose: "check" };
      return resolveConnection(around.system, connection ?? url ?? "", resolving);
    },
    value: (value) => resolveValue(around, value, { namespace, scrubber }),
  };
  const outcome = await look(check, run);
  const { pass, message = "", error = "", durationMs = performance.now() - begun } = outcome;
  return {
    result: {
      verdict: outcome.isOurFault ? "could_not_check" : pass ? "healthy" : "unhealthy",
      isInvalid: outcome.isInvalid ?? false,
      start,
      durationMs: Math.round(durationMs),
      message: scrubber.text(message),
      error: scrubber.text(error),
      detail: scrubber.document(outcome.detail ?? null),
      data: outcome.data ?? {},
      labels: outcome.labels ?? {},
      metrics: outcome.metrics ?? [],
      artifacts: outcome.artifacts ?? [],
    },
  };
}

type Looked = Outcome & { isInvalid?: boolean; isOurFault?: boolean };

async function look(check: RunnableCheck, run: CheckRun): Promise<Looked> {
  const kind = kindNamed(check.type);
  if (!kind) return { pass: false, isInvalid: true, error: `There are no checks of the type ${check.type} here.` };
  try {
    return await kind.run(kind.spec.parse(check.spec), run);
  } catch (error) {
    const failed = {
      pass: false,
      isInvalid: error instanceof CheckInvalid,
      isOurFault: error instanceof CouldNotCheck,
    };
    const { message, fix } = failureOf(error);
    return { ...failed, error: fix === undefined ? message : `${message}. ${fix}` };
  }
}
