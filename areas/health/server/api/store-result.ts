// Stores a result from outside like any other run: it changes the state of its check, counts, and sends events. A result
// older than the newest run is history and changes no state.
import type { System } from "#server/area.ts";
import { engineOf } from "../engine/engine.ts";
import { problem } from "#language/problem.ts";
import type { LoadedCanary, LoadedCheck } from "../engine/loaded.ts";
import type { CheckRan, CheckResult } from "../run/result.ts";
import type { OneCheck } from "./one-check.ts";

type Stored = Pick<OneCheck, "id" | "canary_id" | "type" | "name" | "severity" | "labels">;

export async function storeResult(system: System, check: Stored, result: CheckResult): Promise<void> {
  await storeRun(system, await loadCheck(system, check), { result });
}

export interface Loaded {
  canary: LoadedCanary;
  check: LoadedCheck;
}

export async function loadCheck(
  system: System,
  { id, canary_id, type, name, severity, labels }: Stored,
): Promise<Loaded> {
  const canary = (await engineOf(system).loaded.get(system.db.system, [{ id: canary_id }])).get(canary_id);
  if (!canary) throw problem.notFound("check", id);
  const check = canary.checks.get(id) ?? {
    // A check that was created by another one is not part of the spec.
    check: { id, type, name, spec: {}, labels: labels ?? {}, canary: canary.canary },
    severity,
    dependsOn: [],
    ancestors: [],
    host: undefined,
    deadlineMs: 0,
  };
  return { canary, check };
}

/** Recorded in a batch with other results. */
export async function storeRun(system: System, { canary, check }: Loaded, ran: CheckRan): Promise<void> {
  const recorded = await engineOf(system).recorder.add({ canary, runs: [{ loaded: check, ran }] });
  if (recorded.length === 0) throw problem.notFound("check", check.check.id);
}
