// Prepares a run for people, triggers, notifications and parent runs. It checks permissions, resource, filters and
// parameters, and renders the plan if an approval is required.
import { problem } from "#language/problem.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Json } from "#language/columns.ts";
import { systemPersonId } from "#areas/people/server/index.ts";
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import { createScrubber, type Scrubber } from "#server/scrub/scrub.ts";
import { secretTexts } from "#server/spec/secret-places.ts";
import type { RunCause } from "../../model.ts";
import { ActionInvalid } from "../action-kind.ts";
import { withFunctions, type Fields } from "../text/environment.ts";
import { evaluateFilters } from "../text/evaluate.ts";
import { renderParameters } from "../text/render-parameters.ts";
import { needsApproval } from "./approvers.ts";
import { renderPlan, type RunPlan } from "./render-plan.ts";
import type { PlaybookSpec } from "../spec.ts";
import type { Engine } from "./engine.ts";
import { lookupsFor } from "./lookups.ts";
import { completeParameters, secretsIn, type Parameters } from "./parameters.ts";
import { mayOnPlaybook, openPlaybook, requirePlaybook, type PlaybookRow } from "./playbook-row.ts";
import { fits, readResource, requireFit, requireResource, selectorsOf, type ResourceIds } from "./resource.ts";
import type { RunRow } from "./run-row.ts";
import { valuesOf, type ValuedRun } from "./values.ts";

export interface RunRequest {
  playbookId: string;
  parameters?: Parameters | undefined;
  resource?: ResourceIds | undefined;
  cause: RunCause;
  /** The person; without a person, the run has system permissions. */
  actor?: Actor | undefined;
  request?: Json | undefined;
  notificationSendId?: string | undefined;
  /** The number of runs that led to this run through notifications; child runs have the same number as their parent. */
  chain?: number | undefined;
  parent?: { run: RunRow; actionId: string } | undefined;
  /** If the playbook does not select the resource, it runs without a resource. */
  isResourceOptional?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

export interface PreparedRun extends RunRequest {
  id: string;
  playbook: PlaybookRow;
  /** The spec with decrypted credentials. */
  spec: PlaybookSpec;
  parameters: Parameters;
  resourceIds: Required<{ [Key in keyof ResourceIds]: string | null }>;
  createdBy: string;
  plan: RunPlan | undefined;
  /** The scrubber, with the secrets of the spec, the variables and the parameters. */
  scrubber: Scrubber;
}

/** The variables that are available before the parameters are known. */
export interface RunFrame<Playbook = PlaybookRow> {
  playbook: Playbook;
  spec: PlaybookSpec;
  run: ValuedRun;
  /** The variables, with the expression functions. */
  values: Fields;
  scrubber: Scrubber;
}

/** Checks permissions, resource and filters, for a run or its parameter form. */
export async function prepareFrame(system: System, engine: Engine, request: RunRequest): Promise<RunFrame> {
  const { actor } = request;
  const playbook = await requirePlaybook(system, actor, request.playbookId);
  if (actor && !mayOnPlaybook(actor, "playbook:run", playbook)) throw problem.forbidden("playbook:run", "playbooks");
  return frameOf(system, engine, { playbook, spec: openPlaybook(system, playbook) }, request);
}

interface Framed {
  playbook: Pick<PlaybookRow, "id" | "name" | "namespace" | "title">;
  spec: PlaybookSpec;
  isDraft?: boolean;
}

/** Checks the resource and filters for a playbook that the actor may plan or run. */
export async function frameOf<Of extends Framed>(
  system: System,
  engine: Engine,
  { playbook, spec, isDraft = false }: Of,
  request: Omit<RunRequest, "playbookId">,
): Promise<RunFrame<Of["playbook"]>> {
  const { actor } = request;
  if (spec.actions.length === 0) throw problem.invalid("The playbook has no actions.");
  let resource = readResource(request.resource ?? {});
  if (resource) {
    await requireResource(system, actor, resource);
    const isWanted = !request.isResourceOptional || (await fits(system, resource, selectorsOf(spec, resource.kind)));
    if (!isWanted) resource = undefined;
    else await requireFit(system, spec, resource);
  }
  const scrubber = createScrubber();
  const sent = request.parameters ?? {};
  scrubber.know(...secretTexts(engine.spec, spec), ...secretsIn(spec.parameters ?? [], sent));
  const idOf = (kind: string) => (resource?.kind === kind ? resource.id : null);
  const run: ValuedRun = {
    id: newId(),
    playbook_id: playbook.id,
    playbook_name: playbook.name,
    playbook_namespace: playbook.namespace,
    playbook_title: playbook.title,
    config_id: idOf("config"),
    component_id: idOf("component"),
    check_id: idOf("check"),
    created_by: actor && actor.kind !== "system" ? actor.id : systemPersonId,
    request: request.request ?? null,
    isDraft,
  };
  const opened = { spec, parameters: sent };
  const variables = await asProblem(valuesOf(system, { run, opened, lookups: lookupsFor(system, actor) }, scrubber));
  const values = withFunctions(variables, []);
  const refusal = await asProblem(evaluateFilters(spec.filters, values));
  if (refusal !== undefined) throw problem.invalid(scrubber.text(refusal));
  return { playbook, spec, run, values, scrubber };
}

/** The playbook cannot run with these values, so the caller gets the reason. */
const asProblem = async <Value>(work: Promise<Value>): Promise<Value> => {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ActionInvalid ? problem.invalid(error.message) : error;
  }
};

/** Returns the parameters with defaults and properties rendered for the resource and the values entered so far. */
export const formOf = ({ spec, values, scrubber }: Omit<RunFrame, "playbook">, sent: Parameters) =>
  asProblem(renderParameters(spec.parameters ?? [], { sent, values, scrubber }));

/** Validates the parameters. Returns their values, with defaults for missing values. */
export async function checkedParameters(
  system: System,
  frame: RunFrame,
  { parameters: sent = {}, actor }: Pick<RunRequest, "parameters" | "actor">,
): Promise<Parameters> {
  const parameters = await completeParameters(await formOf(frame, sent), sent, lookupsFor(system, actor));
  frame.scrubber.know(...secretsIn(frame.spec.parameters ?? [], parameters));
  return parameters;
}

export async function prepareRun(system: System, engine: Engine, request: RunRequest): Promise<PreparedRun> {
  const frame = await prepareFrame(system, engine, request);
  const { playbook, spec, run, scrubber } = frame;
  const parameters = await checkedParameters(system, frame, request);
  const { config_id, component_id, check_id } = run;
  const plan = needsApproval(spec)
    ? await renderPlan(system, engine, { run, opened: { spec, parameters }, scrubber, signal: request.signal })
    : undefined;
  return {
    ...request,
    id: run.id,
    playbook,
    spec,
    parameters,
    resourceIds: { config_id, component_id, check_id },
    createdBy: run.created_by!,
    plan,
    scrubber,
  };
}
