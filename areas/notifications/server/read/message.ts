// GET /api/notification/send_history/{id}: a message with the steps of its decision and all attempts to deliver it. Row
// policies decide whether the caller sees the message; names of other rows are added if the caller may read them.
// Requests and responses contain internal addresses, so only people who may write notifications see them.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { claimsOf, may, mayUse } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { resourceDocuments } from "./summary-resources.ts";

export function messageRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.messageDetail,
    schema.messageDetail,
    {
      access: { action: "read", resource: "notifications" },
      summary: "A message with the steps of its decision and all delivery attempts",
    },
    async ({ params, actor }) => {
      const { rows } = await system.db
        .reading(claimsOf(actor, "read"), "page")
        .query<{ message: Omit<contract.MessageDetail, "attempts"> & { attempts: readonly Attempt[] } }>(detail, [
          params.id,
          ...["people", "teams", "connections"].map((relation) => mayRead(system, actor, relation)),
        ]);
      if (!rows[0]) throw problem.notFound("message", params.id);
      const { message } = rows[0];
      const exchanges = may(actor, "write", "notifications") ? await exchangesOf(system, params.id) : undefined;
      const attempts = message.attempts.map((attempt) => ({ ...attempt, exchanges: exchanges?.get(attempt.id) ?? [] }));
      return { ...message, attempts };
    },
  );
}

type Attempt = Omit<contract.MessageAttempt, "exchanges">;

/** The requests and responses of each attempt, for a message that the caller may see. */
async function exchangesOf({ db }: System, message: string) {
  const { rows } = await sql<{ id: string; exchanges: contract.MessageAttempt["exchanges"] }>`
    select id, case jsonb_typeof(exchange) when 'array' then exchange when 'object' then jsonb_build_array(exchange) else '[]' end as exchanges
    from   notification_attempts
    where  history_id = ${message}`.execute(db.system);
  return new Map(rows.map(({ id, exchanges }) => [id, exchanges]));
}

const mayRead = ({ catalog }: System, actor: Actor, relation: string) =>
  mayUse(actor, "select", catalog.current.relations.get(relation)!);

/**
 * All columns that the response uses; the database roles of callers are not allowed to read the channel's reference.
 */
const columns = [
  "id status purpose source_event count retries created_at first_observed not_before duration_millis error body body_payload",
  "resource_id resource_name resource_health resource_status resource_health_description recipient channel rule_name trail",
  "notification_id person_id team_id connection_id silenced_by parent_id",
]
  .flatMap((line) => line.split(" "))
  .map((column) => `h.${column}`)
  .join(", ");

const idOfStep = "case when t.step ->> 'id' ~ '^[0-9a-f-]{36}$' then (t.step ->> 'id')::uuid end";

/**
 * The name of the silence that decided a step, or of the resource that the deciding message is about; null if the
 * caller is not allowed to see it.
 */
const nameOfStep = `
             case t.step ->> 'step'
               when 'rule' then null
               when 'silence' then (select s.name from notification_silences s where s.id = ${idOfStep})
               else (select m.resource_name from notification_send_history m where m.id = ${idOfStep})
             end`;

const detail = `
  select jsonb_build_object(
           'id', p.id, 'status', p.status, 'purpose', p.purpose, 'source_event', p.source_event, 'count', p.count, 'retries', p.retries,
           'created_at', p.created_at, 'first_observed', p.first_observed, 'not_before', p.not_before,
           'duration_millis', p.duration_millis, 'error', p.error, 'body', p.body, 'body_payload', p.body_payload,
           'resource', (select r.document from (
        ${resourceDocuments()}
           ) r),
           'resource_id', p.resource_id, 'resource_kind', p.resource_kind, 'resource_name', p.resource_name,
           'resource_health', p.resource_health, 'resource_status', p.resource_status,
           'resource_health_description', p.resource_health_description,
           'recipient', p.recipient, 'channel', p.channel,
           'person', (select jsonb_build_object('id', o.id, 'name', o.name) from people o where o.id = p.person_id and $2::boolean),
           'team', (select jsonb_build_object('id', o.id, 'name', o.name) from teams o where o.id = p.team_id and $3::boolean),
           'connection', (
             select jsonb_build_object('id', o.id, 'name', o.name, 'type', o.type) from connections o where o.id = p.connection_id and $4::boolean
           ),
           'rule', (
             select jsonb_build_object('id', n.id, 'name', coalesce(n.name, p.rule_name))
             from   (select) one
             left   join notifications n on n.id = p.notification_id and n.deleted_at is null
             where  n.id is not null or p.rule_name is not null
           ),
           'silence', (select jsonb_build_object('id', s.id, 'name', s.name) from notification_silences s where s.id = p.silenced_by),
           'parent', (
             select jsonb_build_object('id', m.id, 'status', m.status, 'resource_name', m.resource_name)
             from   notification_send_history m
             where  m.id = p.parent_id
           ),
           'children', (
             select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'status', m.status, 'purpose', m.purpose, 'recipient', m.recipient) order by m.created_at), '[]')
             from   (
                      select c.id, c.status, c.purpose, c.recipient, c.created_at
                      from   notification_send_history c
                      where  c.parent_id = p.id
                      order  by c.created_at
                      limit  50
                    ) m
           ),
           'trail', (
             select coalesce(jsonb_agg(t.step || jsonb_strip_nulls(jsonb_build_object('name', ${nameOfStep})) order by t.place), '[]')
             from   jsonb_array_elements(case jsonb_typeof(p.trail) when 'array' then p.trail else '[]' end) with ordinality as t (step, place)
           ),
           'attempts', (
             select coalesce(jsonb_agg(jsonb_build_object(
                      'id', a.id, 'created_at', a.created_at, 'duration_millis', a.duration_millis, 'outcome', a.outcome, 'error', a.error
                    ) order by a.created_at, a.id), '[]')
             from   notification_attempts a
             where  a.history_id = p.id
           )
         ) as message
  from   (select ${columns}, split_part(h.source_event, '.', 1) as resource_kind from notification_send_history h where h.id = $1) p`;
