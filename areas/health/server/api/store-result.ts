// Stores a result from an external system like any other run: it changes the state of its check, counts towards the
// uptime, and publishes events. A result that is older than the newest run is only added to the history.
import type { System } from "#server/area.ts";
import { engineOf } from "../engine/engine.ts";
import { problem } from "#language/problem.ts";
import type { LoadedCheck } from "../engine/loaded.ts";
import type { CheckResult } from "../run/result.ts";
import type { OneCheck } from "./one-check.ts";

type Stored = Pick<OneCheck, "id" | "canary_id" | "type" | "name" | "severity" | "labels">;

export async function loadCheck(
  system: System,
  { id, canary_id, type, name, severity, labels }: Stored,
): Promise<LoadedCheck> {
  const loaded = (await engineOf(system).loaded.get(system.db.system, [{ id: canary_id }])).get(canary_id);
  if (!loaded) throw problem.notFound("check", id);
  return (
    loaded.checks.get(id) ?? {
      // A check that another check created is not part of the spec.
      id,
      type,
      name,
      spec: {},
      labels: labels ?? {},
      canary: loaded.canary,
      severity,
      dependsOn: [],
      ancestors: [],
      host: undefined,
      deadlineMs: 0,
    }
  );
}

/** The recorder writes the result in a batch with other results. */
export async function storeResult(system: System, check: LoadedCheck, result: CheckResult): Promise<void> {
  const stored = await engineOf(system).recorder.add({ results: new Map([[check, result]]) });
  if (stored.length === 0) throw problem.notFound("check", check.id);
}
