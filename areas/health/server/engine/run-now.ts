// A run that somebody asks for: at once, in whichever process he asked, recorded like any other. The schedule stays as it is.
import { localAgent } from "#language/local-agent.ts";
import { problem } from "#language/problem.ts";
import type { Json } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import { answerOf } from "../run/answer.ts";
import type { Metric } from "../run/result.ts";
import { kindNamed } from "../checks/index.ts";
import { engineOf } from "./engine.ts";
import type { Recorded } from "./record.ts";
import { runTurn } from "./run-turn.ts";

/** What clients of two generations read: the result, and how many there were. */
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
  if (row.agent_id !== localAgent) throw problem.invalid("This check is run by an agent, and cannot be run from here.");
  if (kindNamed(row.type)?.isPassive && !row.transformed)
    throw problem.invalid("This check waits to be told, and cannot be run.");
  const canary = (await engine.loaded.get(system.db.system, [{ id: row.canary_id }])).get(row.canary_id);
  // One that another makes comes about by running that one.
  const check = canary?.checks.get(row.made_by ?? row.id);
  if (!canary || !check) throw problem.notFound("check", checkId);
  await engine.settings.ready();
  const { lastResult } = engine;
  const given = signal ?? new AbortController().signal;
  const runs = await runTurn(canary, [check], engine.run, { signal: given, waitMs, lastResult });
  if (!runs) throw problem.unavailable("The run was given up.");
  const recorded = await engine.recorder.add({ canary, runs });
  const own = recorded.find((one) => one.checkId === checkId);
  const result = own?.result ?? runs[0]!.ran.result;
  return { ...toldOf(row, result), ...countsOf(recorded, { name: row.name, result }) };
}

const toldOf = (
  row: {
    name: string;
    description: string | null;
    namespace: string | null;
    transformed: boolean;
    labels: Record<string, string> | null;
  },
  result: Recorded["result"],
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

function countsOf(recorded: readonly Recorded[], own: Pick<Recorded, "name" | "result">) {
  const all = recorded.length > 0 ? recorded : [own];
  const failed = all.filter(({ result }) => result.verdict !== "healthy");
  return {
    total: all.length,
    success: all.length - failed.length,
    failed: failed.length,
    errors: failed.map(({ name, result }) => ({ description: name, error: result.error })),
  };
}
