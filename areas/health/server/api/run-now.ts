// Runs a check on request, immediately and in the process that received the request. The run is recorded like other
// runs; the schedule stays unchanged.
import { localAgent } from "#language/local-agent.ts";
import { problem } from "#language/problem.ts";
import type { Json } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import { answerOf, type CheckResult, type Metric } from "../run/result.ts";
import { kindNamed } from "../checks/index.ts";
import { engineOf } from "../engine/engine.ts";
import { runTurn } from "../engine/run-turn.ts";

/** Contains the fields of old and new clients: the result, and the counts. */
export interface RunNowAnswer {
  name: string;
  description: string | null;
  namespace: string | null;
  labels: Readonly<Record<string, string>>;
  start: string;
  duration: number;
  pass: boolean;
  invalid: boolean;
  could_not_check: boolean;
  message: string;
  error: string;
  display_type: string | null;
  detail: Json;
  metrics: readonly Metric[];
  transformed: boolean;
  total: number;
  success: number;
  failed: number;
  errors: readonly { description: string; error: string }[];
}

const waitMs = 10_000;

export async function runNow(system: System, checkId: string, signal?: AbortSignal): Promise<RunNowAnswer> {
  const engine = engineOf(system);
  const row = await system.db.system
    .selectFrom("checks")
    .select([
      "id",
      "canary_id",
      "agent_id",
      "type",
      "name",
      "description",
      "namespace",
      "labels",
      "transformed",
      "made_by",
    ])
    .where("id", "=", checkId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) throw problem.notFound("check", checkId);
  if (row.agent_id !== localAgent)
    throw problem.invalid("This check is run by an agent and cannot be run on this server.");
  if (kindNamed(row.type)?.isPassive && !row.transformed)
    throw problem.invalid("This check only receives results and cannot be run.");
  const canary = (await engine.loaded.get(system.db.system, [{ id: row.canary_id }])).get(row.canary_id);
  // A check that was created by another check is run by running that other check.
  const check = canary?.checks.get(row.made_by ?? row.id);
  if (!canary || !check) throw problem.notFound("check", checkId);
  await engine.settings.ready();
  const { lastResult } = engine;
  const runSignal = signal ?? new AbortController().signal;
  const results = await runTurn(canary, [check], engine.run, { signal: runSignal, waitMs, lastResult });
  if (!results) throw problem.unavailable("The run was cancelled.");
  const stored = await engine.recorder.add({ results });
  const result = stored.find((run) => run.check.id === checkId)?.result ?? results.get(check)!;
  const counted = stored.map((run) => ({ name: run.check.name, result: run.result }));
  return { ...resultFields(row, result), ...countsOf(counted.length > 0 ? counted : [{ name: row.name, result }]) };
}

const resultFields = (
  row: {
    name: string;
    description: string | null;
    namespace: string | null;
    transformed: boolean;
    labels: Record<string, string> | null;
  },
  result: CheckResult,
) => ({
  name: row.name,
  description: result.description ?? row.description,
  namespace: row.namespace,
  labels: { ...row.labels, ...result.labels },
  ...answerOf(result),
  display_type: result.displayType ?? null,
  detail: result.detail,
  metrics: result.metrics,
  transformed: row.transformed,
});

function countsOf(all: readonly { name: string; result: CheckResult }[]) {
  const failed = all.filter(({ result }) => result.verdict !== "healthy");
  return {
    total: all.length,
    success: all.length - failed.length,
    failed: failed.length,
    errors: failed.map(({ name, result }) => ({ description: name, error: result.error })),
  };
}
