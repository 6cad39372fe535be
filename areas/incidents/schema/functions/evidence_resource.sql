-- The current state of the resource that evidence refers to; null if the resource does not exist or the caller is not
-- allowed to read it. The type of the evidence selects the resource, because clients also send the ids of related
-- resources, such as the config item of a change.
create or replace function evidence_resource(
  evidence_type text, check_key uuid, config_key uuid, change_key uuid, analysis_key uuid, component_key uuid
) returns jsonb
language sql
stable
as $$
  select jsonb_strip_nulls(found.resource)
  from   (
    select jsonb_build_object(
             'kind', 'config_change', 'id', g.id, 'name', g.change_type, 'type', g.config_type, 'severity', g.severity,
             'summary', g.summary, 'source', g.source, 'created_at', g.created_at, 'count', g.count,
             'config', (select jsonb_build_object('id', i.id, 'name', i.name, 'type', i.type) from config_items i where i.id = g.config_id)) as resource
    from   config_changes g
    where  g.id = change_key and evidence_type = 'config_change'
    union all
    select jsonb_build_object(
             'kind', 'config_analysis', 'id', a.id, 'name', a.analyzer, 'type', a.analysis_type, 'severity', a.severity,
             'status', a.status, 'summary', a.summary, 'message', a.message, 'last_observed', a.last_observed,
             'config', (select jsonb_build_object('id', i.id, 'name', i.name, 'type', i.type) from config_items i where i.id = a.config_id))
    from   config_analysis a
    where  a.id = analysis_key and evidence_type = 'config_analysis'
    union all
    select jsonb_build_object(
             'kind', 'check', 'id', c.id, 'name', c.name, 'type', c.type, 'status', c.status, 'health', c.status,
             'severity', c.severity, 'last_runtime', c.last_runtime, 'last_transition_time', c.last_transition_time,
             'deleted_at', c.deleted_at,
             'message', (
               select coalesce(nullif(s.error, ''), s.message)
               from   check_statuses s
               where  s.check_id = c.id and s.time = c.last_runtime
             ))
    from   checks c
    where  c.id = check_key and evidence_type = 'check'
    union all
    select jsonb_build_object(
             'kind', 'component', 'id', p.id, 'name', p.name, 'type', p.type, 'status', p.status, 'health', p.health,
             'message', nullif(p.status_reason, ''), 'updated_at', p.updated_at, 'deleted_at', p.deleted_at)
    from   components p
    where  p.id = component_key and evidence_type in ('topology', 'log')
    union all
    select jsonb_build_object(
             'kind', 'config', 'id', i.id, 'name', i.name, 'type', i.type, 'status', i.status, 'health', i.health,
             'message', nullif(i.description, ''), 'updated_at', i.updated_at, 'deleted_at', i.deleted_at)
    from   config_items i
    where  i.id = config_key and (evidence_type = 'config' or evidence_type = 'log' and component_key is null)
  ) found
$$;
comment on function evidence_resource(text, uuid, uuid, uuid, uuid, uuid) is 'The state of the resource that evidence refers to.';
