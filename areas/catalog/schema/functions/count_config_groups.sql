create or replace function count_config_groups(ids uuid[])
returns table (
  id uuid, items integer, last_3d integer, last_7d integer, last_30d integer, created_at timestamptz, updated_at timestamptz,
  cost_per_minute double precision, cost_total_1d double precision, cost_total_7d double precision, cost_total_30d double precision,
  open_availability integer, open_compliance integer, open_cost integer, open_integration integer, open_other integer,
  open_performance integer, open_recommendation integer, open_reliability integer, open_security integer, open_technical_debt integer
)
language sql
stable
begin atomic
  with open as (
    select t.group_id,
           count(*) filter (where a.analysis_type = 'availability')::integer as availability,
           count(*) filter (where a.analysis_type = 'compliance')::integer as compliance,
           count(*) filter (where a.analysis_type = 'cost')::integer as cost,
           count(*) filter (where a.analysis_type = 'integration')::integer as integration,
           count(*) filter (where coalesce(a.analysis_type, 'other') = 'other')::integer as other,
           count(*) filter (where a.analysis_type = 'performance')::integer as performance,
           count(*) filter (where a.analysis_type = 'recommendation')::integer as recommendation,
           count(*) filter (where a.analysis_type = 'reliability')::integer as reliability,
           count(*) filter (where a.analysis_type = 'security')::integer as security,
           count(*) filter (where a.analysis_type = 'technical_debt')::integer as technical_debt
    from   config_item_groups t
    join   config_analysis a on a.config_id = t.config_id and a.status = 'open'
    where  t.group_id = any (ids)
    group  by t.group_id
  ),
  counted as (
    select t.group_id, count(*)::integer as items, sum(k.last_3d)::integer as last_3d,
           sum(k.last_7d)::integer as last_7d, sum(k.last_30d)::integer as last_30d,
           max(t.created_at) as created_at, max(k.updated_at) as updated_at,
           sum(t.cost_per_minute) as cost_per_minute, sum(t.cost_total_1d) as cost_total_1d,
           sum(t.cost_total_7d) as cost_total_7d, sum(t.cost_total_30d) as cost_total_30d
    from   config_item_groups t
    join   config_change_tallies k on k.config_id = t.config_id
    where  t.group_id = any (ids)
    group  by t.group_id
  )
  select c.group_id, c.items, c.last_3d, c.last_7d, c.last_30d, c.created_at, c.updated_at,
         c.cost_per_minute, c.cost_total_1d, c.cost_total_7d, c.cost_total_30d,
         coalesce(o.availability, 0), coalesce(o.compliance, 0), coalesce(o.cost, 0), coalesce(o.integration, 0), coalesce(o.other, 0),
         coalesce(o.performance, 0), coalesce(o.recommendation, 0), coalesce(o.reliability, 0), coalesce(o.security, 0),
         coalesce(o.technical_debt, 0)
  from   counted c
  left   join open o on o.group_id = c.group_id;
end;
comment on function count_config_groups(uuid[]) is 'The current totals of groups of config items; empty groups are omitted.';
