// Runs the checks of a lookup: a canary spec whose results are used once and never stored. The checks run in the same
// way as the checks of a canary.
import { randomUUID } from "node:crypto";
import type { Json } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import type { Trust } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { isPassive } from "../checks/index.ts";
import { engineOf } from "../engine/engine.ts";
import { writtenChecks } from "../spec/written-checks.ts";
import type { CheckResult } from "../run/result.ts";
import { runCanary } from "../run/run-canary.ts";
import { runnableOf, type RunnableCanary } from "../run/runnable.ts";
import { deadlineMs } from "../run/timing.ts";

/** The resource that runs the lookup. */
export interface LookupOwner {
  id: string;
  name: string;
  namespace: string;
  labels: Readonly<Record<string, string>>;
  trust: Exclude<Trust, "anyone">;
  /**
   * Whether the user who runs the resource chose its name or its spec, so that permission rules for that name do not
   * apply.
   */
  isDraft?: boolean | undefined;
}

export interface LookupResult extends Pick<
  CheckResult,
  "verdict" | "message" | "error" | "displayed" | "detail" | "data" | "isPartial"
> {
  type: string;
  name: string;
}

/** The longest time that one check of a lookup may take. */
const maxMs = 10 * 60_000;

/** Returns a result for each check of the spec. */
export async function runLookup(
  system: System,
  owner: LookupOwner,
  spec: Readonly<Record<string, unknown>>,
  { signal, scrubber }: { signal: AbortSignal; scrubber: Scrubber },
): Promise<LookupResult[]> {
  const canary: RunnableCanary = { ...owner, id: owner.id || randomUUID(), spec, subject: "topology", isCreated: true };
  const checks = writtenChecks({ spec: spec as Json, namespace: owner.namespace })
    .filter(({ type }) => !isPassive(type))
    .map((written) => runnableOf(written, canary));
  const engine = engineOf(system);
  await engine.settings.ready();
  const { results } = await runCanary(canary, checks, engine.run.around, {
    signal,
    signalOf: (check) => AbortSignal.timeout(Math.min(maxMs, deadlineMs(check, spec, undefined))),
    scrubber,
  });
  signal.throwIfAborted();
  return [...results].map(([{ type, name }, { verdict, message, error, displayed, detail, data, isPartial }]) => ({
    type,
    name,
    verdict,
    message,
    error,
    displayed,
    detail,
    data,
    isPartial,
  }));
}
