// A result from outside becomes a run like any other: it moves the state of its check, counts, and is told of. One that is
// older than the newest run is history, and moves nothing.
import type { System } from "#server/area.ts";
import { engineOf } from "../engine/engine.ts";
import { problem } from "#language/problem.ts";
import type { LoadedCanary, LoadedCheck } from "../engine/loaded.ts";
import type { CheckRan, CheckResult } from "../run/result.ts";
import type { OneCheck } from "./one-check.ts";

type Stored = Pick<OneCheck, "id" | "canary_id" | "type" | "name" | "severity" | "labels" | "last_runtime">;

export async function storeResult(system: System, check: Stored, result: CheckResult): Promise<void> {
  if (check.last_runtime !== null && Date.parse(check.last_runtime) > result.start.getTime())
    return storeHistory(system, check, result);
  const loaded = await loadCheck(system, check);
  await storeRun(system, loaded, { result });
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
    // One that another check made stands in no spec.
    check: { id, type, name, spec: {}, labels: labels ?? {}, canary: canary.canary },
    severity,
    dependsOn: [],
    host: undefined,
    deadlineMs: 0,
  };
  return { canary, check };
}

/** Recorded with all that belongs to it, in a batch with others. */
export async function storeRun(system: System, { canary, check }: Loaded, ran: CheckRan): Promise<void> {
  const recorded = await engineOf(system).recorder.add({ canary, runs: [{ of: check, ran }] });
  if (recorded.length === 0) throw problem.notFound("check", check.check.id);
}

async function storeHistory(system: System, { id, severity }: Stored, result: CheckResult): Promise<void> {
  const { verdict, start, durationMs, message, error, detail, isInvalid } = result;
  await system.db.system
    .insertInto("check_statuses")
    .values({
      check_id: id,
      time: start.toISOString(),
      status: verdict === "could_not_check" ? null : verdict === "healthy",
      duration: durationMs,
      message,
      error,
      details: JSON.stringify(detail),
      invalid: isInvalid,
      severity: severity as "high" | null,
    })
    .onConflict((conflict) => conflict.columns(["check_id", "time"]).doNothing())
    .execute();
}
