// Renders the plan of a run: what each action would do. The hash covers the spec, the parameters, the rendered blocks
// and the binding parts of the plan. It excludes observed counts and parts that depend on earlier results.
import { createHash } from "node:crypto";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { Plan, PlanPart } from "../action-kind.ts";
import { kindsIn, type PlaybookAction } from "../spec.ts";
import { withFunctions, type Fields } from "../text/environment.ts";
import { DecidedAtRunTime } from "../text/evaluate.ts";
import { parseBlock } from "../text/parse-block.ts";
import { renderBlock } from "../text/render-block.ts";
import { actionContext } from "./action-context.ts";
import type { Engine } from "./engine.ts";
import type { OpenedRun } from "./open-run.ts";
import { valuesOf, type ValuedRun } from "./values.ts";

/** The plan of one action, as stored and displayed. */
export interface ActionPlan {
  name: string;
  kind: string;
  summary: string;
  parts: readonly PlanPart[];
  /** The condition under which the action runs. */
  condition?: string | undefined;
  unpredictable?: string | undefined;
  /** Whether the action uses results of earlier actions, so that its plan is not known yet. */
  isDecidedLater?: true | undefined;
  /** Why the plan could not be rendered. */
  error?: string | undefined;
}

export interface RunPlan {
  actions: readonly ActionPlan[];
  hash: string;
}

export interface Planning {
  run: ValuedRun;
  opened: OpenedRun;
  scrubber: Scrubber;
  signal?: AbortSignal | undefined;
}

/** The time limit for planning one action. */
const limitMs = 20_000;

export async function renderPlan(system: System, engine: Engine, planning: Planning): Promise<RunPlan> {
  const { run, opened, scrubber } = planning;
  const values = withFunctions(await valuesOf(system, { run, opened }, scrubber), undefined);
  const planned: PlannedBlock[] = [];
  for (const action of opened.spec.actions)
    planned.push(...(await planAction(system, engine, planning, action, values)));
  const shown = scrubber.document(planned.map(({ plan }) => plan));
  const blocks = planned.map(({ block }) => block ?? null);
  return { actions: shown, hash: hashOf(system, { ...opened, blocks }, shown) };
}

interface PlannedBlock {
  plan: ActionPlan;
  /** The rendered block. The plan does not show all of it, because values of variables, for example, may be secret. */
  block?: Fields | undefined;
}

async function planAction(
  system: System,
  engine: Engine,
  { run, scrubber, signal }: Planning,
  action: PlaybookAction,
  values: Fields,
): Promise<PlannedBlock[]> {
  const plans: PlannedBlock[] = [];
  for (const kind of kindsIn(action, engine.kinds)) {
    const about = { name: action.name, kind: kind.type, ...(action.if && { condition: action.if }) };
    const later: ActionPlan = { ...about, summary: "Decided at run time", parts: [], isDecidedLater: true };
    let block: Fields | undefined;
    try {
      const rendered = await renderBlock({ kind, block: action[kind.type] as Fields, values, scrubber });
      ({ block } = rendered);
      if (rendered.undecided.length > 0) {
        const summary = `Decided at run time: ${rendered.undecided.join(", ")}`;
        plans.push({ plan: { ...later, summary }, block });
        continue;
      }
      const spec = parseBlock(kind, block) as never;
      const limit = AbortSignal.timeout(limitMs);
      const context = actionContext(system, {
        run,
        action: { name: action.name },
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        scrubber,
        values,
      });
      const plan: Plan = await kind.plan(spec, context);
      plans.push({ plan: { ...about, ...plan }, block });
    } catch (error) {
      if (error instanceof DecidedAtRunTime) {
        plans.push({ plan: later, block });
        continue;
      }
      const message = error instanceof Error ? error.message : String(error);
      plans.push({ plan: { ...about, summary: "The plan cannot be rendered", parts: [], error: message }, block });
    }
  }
  return plans;
}

/** Fields that do not affect a run. */
const unhashed: ReadonlySet<string> = new Set(["approval", "title", "description", "category", "icon", "on"]);

interface Hashed extends OpenedRun {
  blocks: readonly (Fields | null)[];
}

function hashOf(
  { secrets }: Pick<System, "secrets">,
  { spec, parameters, blocks }: Hashed,
  actions: readonly ActionPlan[],
) {
  const frozen = Object.fromEntries(Object.entries(spec).filter(([key]) => !unhashed.has(key)));
  const binding = actions.map(({ name, kind, summary, parts, error, isDecidedLater }) => ({
    name,
    kind,
    summary: error === undefined && !isDecidedLater ? summary : "",
    parts: parts.filter(({ isBinding }) => isBinding).map(({ title, text }) => [title, text]),
  }));
  // A keyed hash is used, because people can read the hash, and the spec, the parameters and the blocks may contain
  // credentials.
  const secret = secrets.digest(ordered({ frozen, parameters, blocks }), "playbook plan").toString("hex");
  return createHash("sha256").update(secret).update("\0").update(ordered(binding)).digest("hex");
}

/** Prints JSON with sorted object keys, because the database does not keep their order. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
