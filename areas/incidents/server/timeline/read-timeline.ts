// GET /api/incidents/{id}/timeline: the history, comments, messages, playbook runs, and the changes and transitions of
// the resources that the evidence links, on one time scale.
import type { FastifyInstance } from "fastify";
import type { System } from "#server/area.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract/model.ts";
import * as schema from "../../contract/model.schema.ts";
import { copyOf, readableKinds } from "../model/evidence-state.ts";
import { readableRelations, readIncident } from "../model/readable.ts";
import { entryOf, type TimelineRow } from "./sentences.ts";

const maxEntries = 1_000;

/** Each lane is left out if the caller is not allowed to read its relation. */
const relations = [
  "comments",
  "evidences",
  "responders",
  "teams",
  "notification_send_history",
  "playbook_runs",
  "config_changes",
  "checks",
  "components",
];

export function timelineRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.incidentTimeline,
    schema.incidentTimeline,
    {
      access: { action: "read", resource: "incident" },
      summary: "Everything that happened around an incident, on one time scale",
    },
    async ({ params, actor }) => {
      const client = await readIncident(system, actor, params.id, "the timeline");
      const readable = await readableRelations(system, actor, relations);
      const span = await client.query<{ begins: string; ends: string }>(spanStatement, [params.id]);
      const { begins: from, ends: to } = span.rows[0]!;
      const kinds = await readableKinds(system, actor);
      const { rows } = await client.query<TimelineRow>(statement, [params.id, readable, from, to, kinds]);
      const isCut = rows.length > maxEntries;
      return { from, to, isCut, entries: rows.slice(0, maxEntries).reverse().map(entryOf) };
    },
  );
}

/**
 * The timeline starts an hour before the incident, to show its causes, and ends an hour after it, to show whether the
 * recovery lasts.
 */
const spanStatement = `
  select created_at - interval '1 h' as begins,
         least(now(), coalesce(closed, resolved, now()) + interval '1 h') as ends
  from   incidents
  where  id = $1`;

/** Checks have many runs, so only the runs in the last week of the incident are compared. */
const statement = `
  with linked as materialized (
    select e.check_id, e.component_id, e.config_id
    from   hypotheses h
    join   evidences e on e.hypothesis_id = h.id
    where  h.incident_id = $1 and 'evidences' = any ($2::text[])
  ), histories as (
    select h.id::text, h.created_at as at, 'history' as lane,
           jsonb_build_object(
             'type', h.type, 'description', h.description, 'reason', h.reason, 'hypothesis', y.title,
             'evidence', e.type, 'resource', coalesce(${copyOf("$5::text[]")} ->> 'name', nullif(e.description, '')),
             'responder', coalesce(p.name, t.name), 'responder_type', r.type) as about, h.created_by as author_id
    from   incident_histories h
    left   join hypotheses y on y.id = h.hypothesis_id
    left   join evidences e on e.id = h.evidence_id and 'evidences' = any ($2::text[])
    left   join responders r on r.id = h.responder_id and 'responders' = any ($2::text[])
    left   join people p on p.id = r.person_id
    left   join teams t on t.id = r.team_id and 'teams' = any ($2::text[])
    where  h.incident_id = $1 and h.type <> 'responder.commented'
    order  by h.created_at desc
    limit  ${maxEntries + 1}
  ), remarks as (
    select c.id::text, c.created_at, 'comment', jsonb_build_object('text', c.comment, 'external', c.external_created_by), c.created_by
    from   comments c
    where  c.incident_id = $1 and 'comments' = any ($2::text[])
    order  by c.created_at desc
    limit  ${maxEntries + 1}
  ), messages as (
    select m.id::text, coalesce(m.sent_at, m.created_at), 'message',
           jsonb_build_object('recipient', m.recipient, 'status', m.status, 'event', m.source_event, 'error', m.error), null::uuid
    from   notification_send_history m
    where  m.resource_id = $1 and 'notification_send_history' = any ($2::text[])
    order  by m.created_at desc
    limit  ${maxEntries + 1}
  ), contacts as (
    select r.id::text, r.updated_at, 'message', jsonb_build_object('text', r.status_reason, 'status', r.status), null::uuid
    from   responders r
    where  r.incident_id = $1 and r.status in ('delivered', 'failed') and r.status_reason is not null and 'responders' = any ($2::text[])
  ), runs as (
    select r.id::text, r.created_at, 'playbook',
           jsonb_build_object('name', coalesce(nullif(b.title, ''), b.name), 'status', r.status, 'resource_id', r.id), r.created_by
    from   playbook_runs r
    join   playbooks b on b.id = r.playbook_id
    where  'playbook_runs' = any ($2::text[]) and r.created_at between $3::timestamptz and $4::timestamptz
    and    (r.check_id in (select check_id from linked) or r.component_id in (select component_id from linked)
            or r.config_id in (select config_id from linked))
    order  by r.created_at desc
    limit  ${maxEntries + 1}
  ), changed as (
    select c.id::text, c.created_at, 'change',
           jsonb_build_object('name', i.name, 'change', c.change_type, 'summary', c.summary, 'severity', c.severity, 'resource_id', i.id), null::uuid
    from   config_changes c
    join   config_items i on i.id = c.config_id
    where  'config_changes' = any ($2::text[]) and c.created_at between $3::timestamptz and $4::timestamptz
    and    c.config_id = any (array(select distinct config_id from linked where config_id is not null))
    order  by c.created_at desc
    limit  ${maxEntries + 1}
  ), component_turns as (
    select s.component_id || ' ' || s.since, s.since, 'transition',
           jsonb_build_object('kind', 'component', 'name', s.name, 'health', s.health, 'resource_id', s.component_id), null::uuid
    from   (
             select c.*, lag(c.health) over (partition by c.component_id order by c.since) as former
             from   component_states c
             where  'components' = any ($2::text[]) and c.since <= $4::timestamptz
             and    c.component_id = any (array(select distinct component_id from linked where component_id is not null))
           ) s
    where  s.since >= $3::timestamptz and s.health is distinct from s.former
    order  by s.since desc
    limit  ${maxEntries + 1}
  ), check_turns as (
    select s.check_id || ' ' || s.time, s.time, 'transition',
           jsonb_build_object(
             'kind', 'check', 'name', k.name, 'health', case when s.status then 'healthy' else 'unhealthy' end,
             'message', left(coalesce(nullif(s.error, ''), s.message), 200), 'resource_id', k.id), null::uuid
    from   (
             select c.check_id, c.time, c.status, c.error, c.message, lag(c.status) over (partition by c.check_id order by c.time) as former
             from   check_statuses c
             where  'checks' = any ($2::text[]) and c.status is not null
             and    c.time between greatest($3::timestamptz, $4::timestamptz - interval '7 days') and $4::timestamptz
             and    c.check_id = any (array(select distinct check_id from linked where check_id is not null))
           ) s
    join   checks k on k.id = s.check_id
    where  s.status is distinct from s.former and s.former is not null
    order  by s.time desc
    limit  ${maxEntries + 1}
  ), everything as (
    select * from histories
    union all select * from remarks
    union all select * from messages
    union all select * from contacts
    union all select * from runs
    union all select * from changed
    union all select * from component_turns
    union all select * from check_turns
  )
  select e.id, e.at, e.lane, e.about,
         case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name, 'avatar', p.avatar) end as author
  from   everything e
  left   join people p on p.id = e.author_id
  order  by e.at desc, e.id
  limit  ${maxEntries + 1}`;
