// Runs the kinds of an action one after another. An agent runs the actions that a server has rendered.
import { z } from "zod";
import type { AgentAction, AgentOutcome, PerformAction } from "#areas/agents/server/index.ts";
import { sentForAction } from "#areas/connections/server/index.ts";
import type { System } from "#server/area.ts";
import { secretTexts } from "#server/spec/secret-places.ts";
import { ActionInvalid, type ActionKind, type ActionRun } from "../action-kind.ts";
import { kindsIn } from "../spec.ts";
import { receivedEnvironment, withFunctions, type Fields } from "../text/environment.ts";
import { parseBlock } from "../text/parse-block.ts";
import { renderBlock } from "../text/render-block.ts";
import { actionContext } from "./action-context.ts";
import type { ActionEnd } from "./finish-action.ts";
import { keepTail, storedFile } from "./output.ts";

export interface KindsToRun {
  kinds: readonly ActionKind[];
  /** Returns the rendered block of a kind. */
  blockOf(kind: ActionKind): Promise<Fields>;
  run: ActionRun;
  contentType?: string | undefined;
  /** Called before the first kind runs. */
  onStart?(): Promise<void>;
}

export async function performKinds({
  kinds,
  blockOf,
  run,
  contentType: written,
  onStart,
}: KindsToRun): Promise<ActionEnd> {
  let end: ActionEnd = { status: "completed" };
  let isStarted = false;
  for (const kind of kinds) {
    run.signal.throwIfAborted();
    const parsed = parseBlock(kind, await blockOf(kind));
    if (!isStarted) await onStart?.();
    isStarted = true;
    const { result, error, contentType } = await kind.run(parsed, run);
    // A kind may return normally although it was aborted.
    run.signal.throwIfAborted();
    end = {
      status: error === undefined ? "completed" : "failed",
      result: { ...end.result, ...keepTail(result) },
      error,
      contentType: end.contentType ?? contentType ?? written,
    };
    if (error !== undefined) return end;
  }
  return end;
}

const nil = "00000000-0000-0000-0000-000000000000";

/** Performs an action that a server has sent to this agent. */
export const performOnAgentWith =
  (allKinds: readonly ActionKind[]): PerformAction =>
  async (system, action, run): Promise<AgentOutcome> => {
    const { scrubber } = run;
    const values = withFunctions(receivedEnvironment(action.template_env), action.earlier_actions ?? []);
    const spec = action.action_spec;
    const kinds = kindsIn(spec, allKinds);
    if (kinds.length === 0) throw new ActionInvalid("This agent does not support the kind of this action.");
    // Without templatesOn, the server has already rendered the templates. Rendered text must not be rendered again.
    const isTemplated = spec["templatesOn"] === "agent";
    const blockOf = async (kind: ActionKind) => {
      const block = spec[kind.type] as Fields;
      const rendered = isTemplated ? (await renderBlock({ kind, block, values, scrubber })).block : block;
      scrubber.know(...secretTexts(kind.spec, rendered));
      return rendered;
    };
    const { status, result, error } = await performKinds({
      kinds,
      blockOf,
      run: runOf(system, action, values, run),
    });
    return { status, result, error };
  };

function runOf(
  system: System,
  { run, action, connections = [] }: AgentAction,
  values: Fields,
  { signal, scrubber, output, file }: Parameters<PerformAction>[2],
): ActionRun {
  const decoder = new TextDecoder();
  const context = actionContext(system, {
    run: {
      id: run.id,
      playbook_id: run.playbook_id ?? nil,
      playbook_name: run.playbook_name ?? "",
      playbook_namespace: run.playbook_namespace ?? "default",
      config_id: run.config_id ?? null,
      component_id: run.component_id ?? null,
      check_id: run.check_id ?? null,
      sentConnections: z.array(sentForAction).parse(connections),
    },
    action,
    signal,
    scrubber,
    values,
  });
  return {
    ...context,
    output: async (text) => output(typeof text === "string" ? text : decoder.decode(text, { stream: true })),
    artifact: (produced) => file(storedFile(action.id, scrubber, produced)),
    runChildren: async () => {
      throw new ActionInvalid("Child runs cannot be started on an agent. Remove runsOn from this action.");
    },
  };
}
