// Records checks that another system reports, such as alerts. They belong to a check that only receives results. Each
// report stores the number of received checks as a result of that check, and the reported checks are stored like checks
// that a transform creates. Checks that are missing from a report stay unchanged.
import type { System } from "#server/area.ts";
import { engineOf } from "../engine/engine.ts";
import { bareResult, type CreatedCheck } from "../run/result.ts";

export interface ReceivedCheck extends Pick<
  CreatedCheck,
  "name" | "type" | "icon" | "endpoint" | "severity" | "description" | "labels" | "message" | "error" | "detail"
> {
  isHealthy: boolean;
}

/** Returns the ids of the recorded checks by name; checks of a deleted canary are not recorded. */
export async function receiveChecks(
  system: System,
  canaryId: string,
  { message, checks }: { message: string; checks: readonly ReceivedCheck[] },
): Promise<Map<string, string>> {
  const engine = engineOf(system);
  const loaded = (await engine.loaded.get(system.db.system, [{ id: canaryId }])).get(canaryId);
  const receiver = loaded?.checks.values().next().value;
  if (!receiver) return new Map();
  const start = new Date();
  const createdChecks = checks.map(({ isHealthy, ...check }): CreatedCheck => ({
    ...bareResult(isHealthy ? "healthy" : "unhealthy", start),
    ...check,
    namespace: undefined,
    deleteStrategy: undefined,
    deletedAt: undefined,
  }));
  const result = { ...bareResult("healthy", start), message, createdChecks, isPartial: true };
  const stored = await engine.recorder.add({ results: new Map([[receiver, result]]) });
  return new Map(stored.filter(({ check }) => check.id !== receiver.id).map(({ check }) => [check.name, check.id]));
}
