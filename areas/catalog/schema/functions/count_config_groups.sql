create or replace function count_config_groups(ids uuid[])
returns table (
  id uuid, items integer, last_3d integer, last_7d integer, last_30d integer, created_at timestamptz, updated_at timestamptz,
  cost_per_minute double precision, cost_total_1d double precision, cost_total_7d double precision, cost_total_30d double precision,
  insights jsonb
)
language sql
stable
begin atomic
  with open as (
    select o.group_id, jsonb_object_agg(o.analysis_type, o.found) as insights
    from   (
             select t.group_id, coalesce(a.analysis_type, 'other') as analysis_type, count(*) as found
             from   config_item_groups t
             join   config_analysis a on a.config_id = t.config_id and a.status = 'open'
             where  t.group_id = any (ids)
             group  by 1, 2
           ) o
    group  by o.group_id
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
         c.cost_per_minute, c.cost_total_1d, c.cost_total_7d, c.cost_total_30d, coalesce(o.insights, '{}')
  from   counted c
  left   join open o on o.group_id = c.group_id;
end;
comment on function count_config_groups(uuid[]) is 'The totals of groups of config items as they are now; a group that nobody is in is left out.';
