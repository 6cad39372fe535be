-- What is written meanwhile is noted down once more, and counted the next time.
create or replace function refresh_config_groups() returns integer
language plpgsql
as $$
declare
  dirty uuid[];
begin
  perform pg_advisory_xact_lock(hashtext('refresh_config_groups'));
  with taken as (delete from config_group_dirt returning group_id)
  select coalesce(array_agg(distinct group_id), '{}') into dirty from taken;
  with taken as (delete from config_new_groups returning *)
  insert into config_groups (id, agent_id, type, config_class, status, health, tags, is_deleted)
  select distinct on (id) id, agent_id, type, config_class, status, health, tags, is_deleted
  from   taken
  order  by id
  on conflict (id) do nothing;
  update config_groups g
  set    items = coalesce(c.items, 0), last_3d = coalesce(c.last_3d, 0), last_7d = coalesce(c.last_7d, 0),
         last_30d = coalesce(c.last_30d, 0), created_at = c.created_at, updated_at = c.updated_at,
         cost_per_minute = c.cost_per_minute, cost_total_1d = c.cost_total_1d, cost_total_7d = c.cost_total_7d,
         cost_total_30d = c.cost_total_30d, insights = coalesce(c.insights, '{}')
  from   unnest(dirty) as d (id)
  left   join count_config_groups(dirty) c on c.id = d.id
  where  g.id = d.id;
  return cardinality(dirty);
end;
$$;
comment on function refresh_config_groups() is 'Counts the groups of config items anew whose totals do not hold any more; answers how many.';
