// GET /api/incidents/{id}/evidence: returns the former and current state of the resources in the evidence of an
// incident, with one query.
import type { FastifyInstance } from "fastify";
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract/model.ts";
import * as schema from "../../contract/model.schema.ts";
import { readableRelations, readIncident } from "./readable.ts";

/** The relation of each kind of resource that evidence copies. */
export const relationOf = {
  check: "checks",
  config: "config_items",
  config_change: "config_changes",
  config_analysis: "config_analysis",
  component: "components",
} as const;
type Kind = keyof typeof relationOf;
const kinds = Object.keys(relationOf) as Kind[];

export function evidenceRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.incidentEvidence,
    schema.incidentEvidence,
    {
      access: { action: "read", resource: "evidences" },
      summary: "The resources of the evidence of an incident, when it was added and now",
    },
    async ({ params, actor }) => {
      const client = await readIncident(system, actor, params.id, "the evidence");
      const readable = await readableKinds(system, actor);
      const { rows } = await client.query<contract.IncidentEvidence>(statement, [params.id, readable]);
      return rows;
    },
  );
}

/** Returns the kinds of resources whose copies the caller may read. */
export async function readableKinds(
  system: Pick<System, "catalog" | "features">,
  actor: Actor,
): Promise<readonly Kind[]> {
  const readable = await readableRelations(system, actor, Object.values(relationOf));
  return kinds.filter((kind) => readable.includes(relationOf[kind]));
}

/** The resource copy in the evidence, if its kind is in the list. */
export const copyOf = (readable: string) =>
  `evidence_copy(e.evidence, coalesce(e.check_id, e.component_id, e.config_id, e.config_change_id, e.config_analysis_id) is not null, ${readable})`;

/** The id of a resource that the caller may read. */
const key = (column: string, kind: Kind) => `case when '${kind}' = any ($2::text[]) then e.${column} end`;

const statement = `
  select e.id, e.hypothesis_id,
         ${copyOf("$2::text[]")} as "then",
         evidence_resource(
           e.type, ${key("check_id", "check")}, ${key("config_id", "config")}, ${key("config_change_id", "config_change")},
           ${key("config_analysis_id", "config_analysis")}, ${key("component_id", "component")}) as now
  from   hypotheses h
  join   evidences e on e.hypothesis_id = h.id
  where  h.incident_id = $1
  order  by e.created_at, e.id`;
