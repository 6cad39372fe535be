// Performs one attempt: evaluates its condition and delay, renders its templates, and runs the kinds of the action one
// after another, here or on an agent.
import { findRunner, runOnAgent, type AgentAction } from "#areas/agents/server/index.ts";
import { requireUses } from "#areas/connections/server/index.ts";
import { parseDuration } from "#lib/time/duration.ts";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { ActionInvalid, type ActionKind, type ActionRun } from "../action-kind.ts";
import { kindsIn, type PlaybookAction } from "../spec.ts";
import { withFunctions, type Fields } from "../text/environment.ts";
import { evaluateDelay, evaluateIf } from "../text/evaluate.ts";
import { renderBlock, renderValue } from "../text/render-block.ts";
import { actionContext, playbookSubject } from "./action-context.ts";
import { runChildren } from "./children.ts";
import type { Engine } from "./engine.ts";
import type { ActionEnd } from "./finish-action.ts";
import { lastAttempts } from "./next-step.ts";
import { keepTail, saveArtifact, type Output } from "./output.ts";
import { openRun } from "./open-run.ts";
import { performKinds } from "./perform-kinds.ts";
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
  /** Whether the delay of the action is over. */
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
  const attempts = action.position === 0 ? [] : await actionsOf(system.db.system, run.id);
  const done = lastAttempts(attempts).filter(({ position }) => position < action.position);
  const variables = await valuesOf(
    system,
    { run, opened, action: { name: action.name, retry_count: action.retry_count } },
    scrubber,
  );
  const earlier = done.map((ended) => ({ ...ended }));
  const values = withFunctions(variables, earlier);
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
  const blockOf = async (kind: ActionKind) =>
    (await renderBlock({ kind, block: written[kind.type] as Fields, values, scrubber })).block;
  const onStart = async () => {
    await togetherOf(system, engine).markStarted(action.id);
    all.progress.isStarted = true;
  };
  const runsOn = await renderValue(written.runsOn ?? opened.spec.runsOn ?? [], { what: "runsOn", values, scrubber });
  const agent = kinds.some(({ onlyOnServer }) => onlyOnServer) ? undefined : await findAgent(system, runsOn);
  if (!agent) return performKinds({ kinds, blockOf, run: started, contentType: written.contentType, onStart });
  const templatesOn = written.templatesOn ?? opened.spec.templatesOn ?? "host";
  const blocks: Record<string, unknown> = {};
  if (templatesOn === "host") for (const kind of kinds) blocks[kind.type] = await blockOf(kind);
  const sent = { ...written, if: "true", templatesOn, ...blocks };
  // The agent may be offline, so a missing right is reported before the action waits for it.
  await requireUses(system, { spec: sent, subject: playbookSubject(run) });
  await onStart();
  const { status, result, error } = await runOnAgent(
    system,
    {
      agentId: agent.id,
      action: {
        ...agentActionOf({ run, action }, sent),
        // The variables can contain credentials, so an action that needs none of them gets none.
        ...((templatesOn === "agent" || kinds.some(({ readsValues }) => readsValues)) && {
          template_env: variables,
          earlier_actions: earlier,
        }),
      },
    },
    { signal, output: (text) => output.write(text) },
  );
  return {
    status,
    ...(result && { result: keepTail(result) }),
    ...(typeof error === "string" && { error }),
    contentType: written.contentType,
  };
}

const findAgent = (system: System, runsOn: readonly string[]) =>
  findRunner(system, runsOn).catch((error: unknown) => {
    throw new ActionInvalid(`${(error as Error).message} Use runsOn: [local], or remove runsOn.`);
  });

/** The action as the agent gets it. */
const agentActionOf = ({ run, action }: Pick<Performing, "run" | "action">, spec: PlaybookAction): AgentAction => ({
  run: {
    id: run.id,
    playbook_id: run.playbook_id,
    playbook_name: run.playbook_name,
    playbook_namespace: run.playbook_namespace,
    config_id: run.config_id,
    component_id: run.component_id,
    check_id: run.check_id,
  },
  action_spec: { ...spec },
  action: { id: action.id, name: action.name, playbook_run_id: run.id, retry_count: action.retry_count },
  template_env: {},
});
