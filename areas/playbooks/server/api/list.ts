// Lists the playbooks that an actor may run and that apply to a resource.
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { RunnablePlaybook } from "../../contract.ts";
import { isOpenToEverybody } from "../../model.ts";
import { allPlaybooks, mayOnPlaybook } from "../runs/playbook-row.ts";
import { fits, readResource, requireResource, selectorsOf, type ResourceIds } from "../runs/resource.ts";

export async function listRunnable(system: System, actor: Actor, ids: ResourceIds): Promise<RunnablePlaybook[]> {
  const resource = readResource(ids);
  if (resource) await requireResource(system, actor, resource);
  const { rows } = await system.db
    .reading(claimsOf(actor, "read"))
    .query<{ id: string }>("select id from playbooks where deleted_at is null", []);
  const readable = new Set(rows.map(({ id }) => id));
  const listed: RunnablePlaybook[] = [];
  for (const { spec_secrets: _, ...playbook } of await allPlaybooks(system.db.system)) {
    if (!readable.has(playbook.id) || !mayOnPlaybook(actor, "playbook:run", playbook)) continue;
    if (resource && !(await fits(system, resource, selectorsOf(playbook.spec, resource.kind)))) continue;
    listed.push({
      ...playbook,
      parameters: (playbook.spec.parameters ?? []) as never[],
      spec: playbook.spec as never,
      is_open: isOpenToEverybody(playbook.spec),
    });
  }
  return listed;
}
