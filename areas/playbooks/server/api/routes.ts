// The routes for people: list playbooks, get their parameters and plans, and start, approve, cancel and repeat runs.
import type { FastifyInstance } from "fastify";
import { readRecentEvents } from "#areas/notifications/server/index.ts";
import type { Json } from "#language/columns.ts";
import type { SpecialAction } from "#language/permissions.ts";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { originOf } from "#server/audit/audit.ts";
import { claimsOf, mayUse, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { gallery } from "../gallery.ts";
import { approveRun } from "../runs/approve.ts";
import { needsApproval } from "../runs/approvers.ts";
import { renderPlan } from "../runs/render-plan.ts";
import { cancelRun } from "../runs/cancel.ts";
import { createRun } from "../runs/create-run.ts";
import type { Engine } from "../runs/engine.ts";
import { openRun } from "../runs/open-run.ts";
import { checkedParameters, formOf, prepareFrame } from "../runs/prepare-run.ts";
import { findRun, resourceOf } from "../runs/run-row.ts";
import { listRunnable } from "./list.ts";
import { outputRoute } from "./output-route.ts";
import { tryRoute } from "./try-playbook.ts";

export function playbookRoutes(app: FastifyInstance, system: System, engine: Engine): void {
  /** Refuses actors who are not allowed to do this with any playbook. */
  const require = async (actor: Actor, what: string, action: "read" | SpecialAction = "read") => {
    await system.features.require("playbooks", what);
    for (const needed of ["read", action] as const)
      if (reachOf(actor, needed, "playbooks") === "none") throw problem.forbidden(needed, "playbooks");
  };

  handle(
    app,
    contract.listPlaybooks,
    schema.listPlaybooks,
    { access: "signed-in", summary: "The playbooks that the caller may run and that apply to a resource, or to any" },
    async ({ query, actor }) => {
      await require(actor, "a list of playbooks");
      return listRunnable(system, actor, query);
    },
  );

  handle(
    app,
    contract.playbookParams,
    schema.playbookParams,
    { access: "signed-in", reads: true, summary: "The parameters of a playbook, rendered for a resource" },
    async ({ params: { id }, body, actor }) => {
      await require(actor, "the parameters of a playbook", "playbook:run");
      const { params, ...resource } = body;
      const request = { playbookId: id, resource, parameters: params ?? {}, cause: "person" as const, actor };
      const frame = await prepareFrame(system, engine, request);
      // A default may be a template with a secret variable of the playbook.
      return { params: frame.scrubber.document(await formOf(frame, params ?? {})) as never[] };
    },
  );

  handle(
    app,
    contract.planRun,
    schema.planRun,
    { access: "signed-in", reads: true, summary: "What each action of a run would do" },
    async ({ params: { id }, body, actor, signal }) => {
      await require(actor, "a plan", "playbook:run");
      const { params, ...resource } = body;
      const request = { playbookId: id, resource, parameters: params ?? {}, cause: "person" as const, actor };
      const frame = await prepareFrame(system, engine, request);
      const { spec, run, scrubber } = frame;
      const parameters = await checkedParameters(system, frame, request);
      const plan = await renderPlan(system, engine, { run, opened: { spec, parameters }, scrubber, signal });
      return {
        actions: plan.actions.map((action) => ({ ...action, parts: [...action.parts] })),
        hash: plan.hash,
        needs_approval: needsApproval(spec),
      };
    },
  );

  handle(
    app,
    contract.runPlaybook,
    schema.runPlaybook,
    { access: "signed-in", status: 201, summary: "Starts a playbook" },
    async ({ body, actor, request, signal }) => {
      await require(actor, "a playbook run", "playbook:run");
      const { id, params, agent_id: _, ...resource } = body;
      const { runId, startsAt } = await createRun(
        system,
        engine,
        { playbookId: id, resource, parameters: params ?? {}, cause: "person", actor, signal },
        originOf(request),
      );
      return { run_id: runId, starts_at: startsAt };
    },
  );

  handle(
    app,
    contract.rerun,
    schema.rerun,
    { access: "signed-in", status: 201, summary: "Starts a playbook again with the parameters of an earlier run" },
    async ({ params: { run_id: id }, actor, request, signal }) => {
      await require(actor, "a playbook run", "playbook:run");
      await readRun(system, actor, id);
      const run = (await findRun(system.db.system, id))!;
      // The playbook may have changed since the run, and could reveal the secrets to somebody else.
      if (run.parameters_secrets !== null && (actor.kind === "system" || run.created_by !== actor.id))
        throw problem.invalid("A run with secret parameters of another person cannot be repeated.", {
          hint: "Run the playbook and enter the secret parameters.",
        });
      const { parameters } = openRun(system, engine, run, createScrubber());
      const resource = resourceOf(run);
      const { runId, startsAt } = await createRun(
        system,
        engine,
        {
          playbookId: run.playbook_id,
          resource: resource ? { [`${resource.kind}_id`]: resource.id } : {},
          parameters,
          cause: "person",
          actor,
          request: run.request,
          signal,
        },
        originOf(request),
      );
      return { run_id: runId, starts_at: startsAt };
    },
  );

  handle(
    app,
    contract.playbookRun,
    schema.playbookRun,
    { access: "signed-in", summary: "A playbook run" },
    async ({ params: { id }, actor }) => {
      await require(actor, "a playbook run");
      return readRun(system, actor, id);
    },
  );

  handle(
    app,
    contract.runState,
    schema.runState,
    { access: "signed-in", summary: "A playbook run with its playbook and its actions" },
    async ({ params: { id }, actor }) => {
      await require(actor, "a playbook run");
      const run = await readRun(system, actor, id);
      const client = system.db.reading(claimsOf(actor, "read"));
      const { rows: actions } = await client.query<Record<string, Json>>("select * from get_playbook_run_actions($1)", [
        id,
      ]);
      const found = (await findRun(system.db.system, id))!;
      const playbook = {
        id: found.playbook_id,
        name: found.playbook_name,
        namespace: found.playbook_namespace,
        title: found.playbook_title,
      };
      return { playbook, run, actions };
    },
  );

  handle(
    app,
    contract.approveRun,
    schema.approveRun,
    { access: "signed-in", summary: "Approves a playbook run" },
    async ({ params: { run_id: runId }, body, actor, request }) => {
      await require(actor, "an approval", "playbook:approve");
      await readRun(system, actor, runId);
      await approveRun(system, engine, { runId, actor, origin: originOf(request), planHash: body?.plan_hash });
      return { message: "playbook run approved" };
    },
  );

  handle(
    app,
    contract.cancelRun,
    schema.cancelRun,
    { access: "signed-in", summary: "Cancels a playbook run" },
    async ({ params: { run_id: runId }, actor, request }) => {
      await require(actor, "a cancellation");
      await readRun(system, actor, runId);
      await cancelRun(system, { runId, actor, origin: originOf(request) });
      return { message: "playbook run cancelled" };
    },
  );

  handle(
    app,
    contract.recentEvents,
    schema.recentEvents,
    { access: "signed-in", summary: "The last events that can start playbooks, with the variables of filters" },
    async ({ actor }) => {
      await require(actor, "a list of events");
      const all = Object.entries(await readRecentEvents(system, actor));
      return Object.fromEntries(all.filter(([name]) => /^(?:check|component|config)\./.test(name)));
    },
  );

  handle(
    app,
    contract.galleryOfPlaybooks,
    schema.galleryOfPlaybooks,
    { access: "signed-in", summary: "Sample playbooks for a new installation" },
    async ({ actor }) => {
      await require(actor, "the gallery");
      return gallery.map(({ name, spec }) => ({ name, spec: spec as never }));
    },
  );

  tryRoute(app, system, engine);
  outputRoute(app, system);
}

const runColumns = [
  "id, playbook_id, status, created_at, start_time, scheduled_time, end_time, created_by, config_id, component_id, check_id",
  "parameters, request, spec, parent_id, notification_send_id, cause, plan, plan_hash, former_plan, error",
].join(", ");

/** Returns a run that the actor may read. */
export async function readRun(system: System, actor: Actor, id: string) {
  const relation = system.catalog.current.relations.get("playbook_runs")!;
  if (!mayUse(actor, "select", relation)) throw problem.forbidden("read", "playbook_runs");
  const { rows } = await system.db
    .reading(claimsOf(actor, "read"), "page")
    .query<contract.PlaybookRun>(`select ${runColumns} from playbook_runs where id = $1`, [id]);
  if (!rows[0]) throw problem.notFound("playbook run", id);
  return rows[0];
}
