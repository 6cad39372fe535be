// Performs one attempt: evaluates its condition and delay, renders its templates, and runs the kinds of the action one
// after another.
import { parseDuration } from "#lib/time/duration.ts";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { ActionInvalid, type ActionRun } from "../action-kind.ts";
import { kindsIn, type PlaybookAction } from "../spec.ts";
import { withFunctions, type Fields } from "../text/environment.ts";
import { evaluateDelay, evaluateIf } from "../text/evaluate.ts";
import { parseBlock } from "../text/parse-block.ts";
import { renderBlock } from "../text/render-block.ts";
import { actionContext } from "./action-context.ts";
import { runChildren } from "./children.ts";
import type { Engine } from "./engine.ts";
import type { ActionEnd } from "./finish-action.ts";
import { lastAttempts } from "./next-step.ts";
import { keepTail, saveArtifact, type Output } from "./output.ts";
import { openRun } from "./open-run.ts";
import { actionsOf, type ActionRow, type RunRow } from "./run-row.ts";
import { togetherOf } from "./together.ts";
import { valuesOf } from "./values.ts";

/** The action has a delay. */
export class Sleeps extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super("The action sleeps.");
    this.waitMs = waitMs;
  }
}

export interface Performing {
  run: RunRow;
  action: ActionRow;
  /** The delay of the action is over. */
  hasSlept: boolean;
  signal: AbortSignal;
  scrubber: Scrubber;
  output: Output;
  /** Whether the action may have had an effect. */
  progress: { isStarted: boolean };
  /** Sets the time limit of the action. */
  limit(ms: number | undefined): void;
}

export async function perform(system: System, engine: Engine, all: Performing): Promise<ActionEnd> {
  const { run, action, signal, scrubber, output, limit } = all;
  const opened = openRun(system, engine, run, scrubber);
  const written = opened.spec.actions[action.position];
  if (!written) throw new ActionInvalid(`The playbook has no action ${action.name}.`);
  refuseAgents(written, opened.spec);
  const attempts = action.position === 0 ? [] : await actionsOf(system.db.system, run.id);
  const done = lastAttempts(attempts).filter(({ position }) => position < action.position);
  const values = withFunctions(
    await valuesOf(system, { run, opened, action: { name: action.name, retry_count: action.retry_count } }, scrubber),
    done.map((earlier) => ({ ...earlier })),
  );
  if (action.retry_count === 0 && !all.hasSlept) {
    const waitMs = await evaluateDelay(written.delay, values);
    if (waitMs > 0) throw new Sleeps(waitMs);
  }
  if (!(await evaluateIf(written.if, values))) return { status: "skipped" };
  const kinds = kindsIn(written, engine.kinds);
  if (kinds.length === 0)
    throw new ActionInvalid(
      `The action has no kind. Add one of ${engine.kinds.map(({ type }) => type).join(", ") || "the kinds of actions"}.`,
    );
  const own = written.timeout === undefined ? kinds[0]!.defaultTimeoutMs : parseDuration(written.timeout);
  limit(own);
  const context = actionContext(system, { run, action, signal, scrubber, values });
  const started: ActionRun = {
    ...context,
    output: (text, stream) => output.write(text, stream),
    artifact: (file) => saveArtifact(system, action, scrubber, file),
    runChildren: (children) => runChildren(system, engine, { run, action, signal }, children),
  };
  let end: ActionEnd = { status: "completed" };
  for (const kind of kinds) {
    signal.throwIfAborted();
    const { block } = await renderBlock({ kind, block: written[kind.type] as Fields, values, scrubber });
    const parsed = parseBlock(kind, block);
    if (!all.progress.isStarted) await togetherOf(system, engine).markStarted(action.id);
    all.progress.isStarted = true;
    const { result, error, contentType } = await kind.run(parsed, started);
    // A kind may return normally although it was aborted.
    signal.throwIfAborted();
    end = {
      status: error === undefined ? "completed" : "failed",
      result: { ...end.result, ...keepTail(result) },
      error,
      contentType: end.contentType ?? contentType ?? written.contentType,
    };
    if (error !== undefined) return end;
  }
  return end;
}

/** Only this server can run actions, so actions for other agents fail. */
function refuseAgents({ runsOn: own }: PlaybookAction, { runsOn: common }: { runsOn?: readonly string[] | undefined }) {
  const wanted = own ?? common ?? [];
  if (wanted.length > 0 && !wanted.includes("local"))
    throw new ActionInvalid(`No agent ${wanted.join(", ")} can run actions. Use runsOn: [local], or remove runsOn.`);
}
