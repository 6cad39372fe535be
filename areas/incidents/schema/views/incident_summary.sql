create view incident_summary with (security_invoker = true) as
select i.id, i.incident_id, i.title, i.severity, i.type, i.status, i.created_at, i.updated_at, i.created_by, i.commander_id,
       (select jsonb_build_object('id', p.id, 'avatar', p.avatar, 'name', p.name) from people p where p.id = i.commander_id) as commander,
       (
         select jsonb_agg(jsonb_build_object('id', r.id, 'avatar', r.avatar, 'name', r.name) order by r.name)
         from   (
                  select distinct w.id, w.avatar, w.name
                  from   responders s
                  cross  join lateral (
                           select p.id, p.avatar, p.name from people p where p.id = s.person_id
                           union all
                           select t.id, t.icon, t.name from teams t where t.id = s.team_id
                         ) w
                  where  s.incident_id = i.id and s.deleted_at is null
                ) r
       ) as responders,
       (
         select jsonb_agg(jsonb_build_object('id', p.id, 'avatar', p.avatar, 'name', p.name) order by p.name)
         from   (select distinct c.created_by from comments c where c.incident_id = i.id) c
         -- Looks people up by key: `offset 0` keeps the planner from reading all people for each incident.
         cross  join lateral (select p.id, p.avatar, p.name from people p where p.id = c.created_by offset 0) p
       ) as commenters,
       array(
         select distinct e.component_id
         from   hypotheses h
         join   evidences e on e.hypothesis_id = h.id
         where  h.incident_id = i.id and e.component_id is not null
       ) as component_ids
from   incidents i;

comment on view incident_summary is 'Incidents as the list shows them. @exposed @resource incident @feature incidents @notnull id incident_id title severity type status created_at updated_at created_by component_ids';
comment on column incident_summary.severity is '@enum info warning low medium high blocker critical';
comment on column incident_summary.type is '@enum availability cost performance security integration compliance technicalDebt reliability';
comment on column incident_summary.status is '@enum new open investigating mitigated resolved closed cancelled';
comment on column incident_summary.commander is '@type NamedPerson';
comment on column incident_summary.responders is 'People and teams. @type NamedPeople';
comment on column incident_summary.commenters is '@type NamedPeople';
comment on column incident_summary.component_ids is 'The components that its evidence refers to.';
