// GET /api/incidents/mine: the open incidents that concern the caller as commander, communicator or responder, alone or
// with a team, or by a mention in a comment.
import type { FastifyInstance } from "fastify";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import { someone } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract/model.ts";
import * as schema from "../../contract/model.schema.ts";
import { readableRelations } from "./readable.ts";

const maxIncidents = 100;

export function myIncidentRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.myIncidents,
    schema.myIncidents,
    {
      access: { action: "read", resource: "incident" },
      summary: "The open incidents that concern the caller, the newest first",
    },
    async ({ actor }) => {
      await system.features.require("incidents", "your incidents");
      const readable = await readableRelations(system, actor, ["responders", "comments", "team_members"]);
      const client = system.db.reading(claimsOf(actor, "read"), "page");
      const { rows } = await client.query<contract.MyIncident>(statement, [someone(actor).id, readable]);
      return rows;
    },
  );
}

/** Each part finds its rows by an index, because every page of the console asks for them. */
const statement = `
  with mine (id, role) as (
    select id, 1 from incidents where commander_id = $1
    union all
    select id, 2 from incidents where communicator_id = $1
    union all
    select r.incident_id, 3
    from   responders r
    where  'responders' = any ($2::text[]) and r.deleted_at is null
    and    (r.person_id = $1 or r.team_id = any (array(
             select m.team_id from team_members m where m.person_id = $1 and 'team_members' = any ($2::text[]))))
    union all
    select c.incident_id, 4
    from   comments c
    where  'comments' = any ($2::text[]) and c.comment like '%](user:%'
    and    position('](user:' || $1::text || ')' in lower(c.comment)) > 0
  )
  select i.id, i.incident_id, i.title, i.status, i.severity, i.created_at,
         (array['commander', 'communicator', 'responder', 'mentioned'])[m.role] as role
  from   (select id, min(role) as role from mine group by id) m
  join   incidents i on i.id = m.id
  where  i.status in ('new', 'open', 'investigating', 'mitigated')
  order  by i.created_at desc, i.id
  limit  ${maxIncidents}`;
