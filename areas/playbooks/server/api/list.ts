// Lists the playbooks that an actor may run and that apply to a resource.
import { Unreadable } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import type { RunnablePlaybook } from "../../contract.ts";
import { isOpenToEverybody } from "../../model.ts";
import { allPlaybooks, runnableBy, type PlaybookRow } from "../runs/playbook-row.ts";
import {
  fits,
  readResource,
  requireResource,
  selectorsOf,
  type ResourceIds,
  type RunResource,
} from "../runs/resource.ts";

export async function listRunnable(system: System, actor: Actor, ids: ResourceIds): Promise<RunnablePlaybook[]> {
  const resource = readResource(ids);
  if (resource) await requireResource(system, actor, resource);
  const isRunnable = await runnableBy(system, actor);
  const listed: RunnablePlaybook[] = [];
  for (const { spec_secrets: _, ...playbook } of await allPlaybooks(system.db.system)) {
    if (!isRunnable(playbook)) continue;
    if (resource && !(await isFor(system, resource, playbook))) continue;
    listed.push({
      ...playbook,
      parameters: (playbook.spec.parameters ?? []) as never[],
      spec: playbook.spec as never,
      is_open: isOpenToEverybody(playbook.spec),
    });
  }
  return listed;
}

/** Whether the playbook applies to the resource. A playbook with an invalid selector must not hide other playbooks. */
async function isFor(system: System, resource: RunResource, { spec }: Pick<PlaybookRow, "spec">): Promise<boolean> {
  try {
    return await fits(system, resource, selectorsOf(spec, resource.kind));
  } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
}
