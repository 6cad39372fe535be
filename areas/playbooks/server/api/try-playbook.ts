// Plans a playbook that is being edited: renders the parameter form and the plan of its actions, and runs nothing. This
// requires the right to save the playbook, because a plan reads data with the permissions of the playbook.
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { problem } from "#language/problem.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds } from "#server/audit/audit.ts";
import { isKeptHere } from "#server/db/own-rows.ts";
import { mayOne, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import { maskSpec } from "#server/spec/masked-spec.ts";
import { restoreDocument } from "#server/spec/sealed-columns.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { needsApproval } from "../runs/approvers.ts";
import type { Engine } from "../runs/engine.ts";
import { lookupsFor } from "../runs/lookups.ts";
import { judgeParameters, secretsIn } from "../runs/parameters.ts";
import { openPlaybook, requirePlaybook, type PlaybookRow } from "../runs/playbook-row.ts";
import { formOf, frameOf } from "../runs/prepare-run.ts";
import { renderPlan } from "../runs/render-plan.ts";
import { refuseCommands } from "../save/writes.ts";
import type { PlaybookSpec } from "../spec.ts";

type Tried = z.output<typeof schema.tryPlaybook.body>;

export function tryRoute(app: FastifyInstance, system: System, engine: Engine): void {
  handle(
    app,
    contract.tryPlaybook,
    schema.tryPlaybook,
    { access: "signed-in", summary: "The form and the plan of a playbook that need not be saved" },
    async ({ body, actor, request, signal }) => {
      await system.features.require("playbooks", "a plan");
      const draft = await draftOf(system, engine, actor, body);
      const { params, config_id, component_id, check_id } = body;
      const [sent, resource] = [params ?? {}, { config_id, component_id, check_id }];
      const frame = await frameOf(system, engine, draft, { resource, parameters: sent, cause: "person", actor });
      const { spec, run, scrubber } = frame;
      const form = await formOf(frame, sent);
      const { values: parameters, problems } = await judgeParameters(form, sent, lookupsFor(system, actor));
      scrubber.know(...secretsIn(spec.parameters ?? [], parameters));
      const planning = { run, opened: { spec, parameters }, scrubber, signal };
      const actions = problems.length > 0 ? [] : (await renderPlan(system, engine, planning)).actions;
      const { id, name, namespace } = draft.playbook;
      await recordDeeds(system.db.system, { actor, origin: originOf(request) }, [
        {
          action: "test",
          resource_type: "playbooks",
          resource_id: draft.isDraft ? null : id,
          resource_name: `${namespace}/${name}`,
        },
      ]);
      return {
        params: scrubber.document(form) as never[],
        problems: problems.map(({ name: of, message }) => ({
          ...(of !== undefined && { name: of }),
          message: scrubber.text(message),
        })),
        actions: actions.map((action) => ({ ...action, parts: [...action.parts] })),
        needs_approval: needsApproval(spec),
      };
    },
  );
}

/**
 * Returns the playbook of the request. If it replaces a saved playbook that the actor may edit, it gets the saved name
 * and credentials. Rules that list a playbook apply to no other playbook.
 */
async function draftOf(system: System, engine: Engine, actor: Actor, { id, name, namespace, spec: sent }: Tried) {
  const action = id ? "update" : "create";
  if (reachOf(actor, action, "playbooks") === "none") throw problem.forbidden(action, "playbooks");
  const saved = id ? await requirePlaybook(system, actor, id) : undefined;
  const named = saved ?? { name, namespace };
  if (!mayOne(actor, action, "playbooks", { ...(saved && { id: saved.id }), ...nameOf(named) }))
    throw problem.forbidden(action, "playbooks");
  refuseCommands(engine, actor, [{ spec: sent }], saved ? [{ spec: saved.spec }] : []);
  const editable = saved && isKeptHere(saved.source) ? saved : undefined;
  const spec = parsed(engine, restored(system, engine, sent, editable));
  const title = spec.title || named.name;
  return { playbook: { id: editable?.id ?? newId(), title, ...nameOf(named) }, spec, isDraft: editable === undefined };
}

const nameOf = ({ name, namespace }: Pick<PlaybookRow, "name" | "namespace">) => ({ name, namespace });

/** Returns the sent spec with each *** replaced by the credential of the saved playbook. */
function restored(system: System, { spec: schema }: Engine, sent: Tried["spec"], saved: PlaybookRow | undefined) {
  const stored = saved && { masked: saved.spec, originals: maskSpec(schema, openPlaybook(system, saved)).originals };
  return restoreDocument(schema, sent, { column: "spec", stored });
}

function parsed({ spec: schema }: Engine, spec: unknown): PlaybookSpec {
  const judged = schema.safeParse(spec);
  if (judged.success) return judged.data;
  throw problem.badParts(
    judged.error.issues.map(({ path, message }) => ({ path: ["spec", ...path].map(String).join("."), message })),
  );
}
