-- Needed after bulk loads that bypass the triggers.
create or replace function make_config_groups() returns integer
language plpgsql
as $$
begin
  insert into config_groups (id, agent_id, type, config_class, status, health, tags, is_deleted)
  select distinct on (1) config_group_id(agent_id, type, config_class, status, health, tags, deleted_at is not null),
         agent_id, type, config_class, status, health, tags, deleted_at is not null
  from   config_items
  order  by 1
  on conflict (id) do nothing;
  insert into config_item_groups as t
         (config_id, group_id, created_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d)
  select id, config_group_id(agent_id, type, config_class, status, health, tags, deleted_at is not null),
         created_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d
  from   config_items
  on conflict (config_id) do update
  set    group_id = excluded.group_id, created_at = excluded.created_at,
         cost_per_minute = excluded.cost_per_minute, cost_total_1d = excluded.cost_total_1d,
         cost_total_7d = excluded.cost_total_7d, cost_total_30d = excluded.cost_total_30d;
  insert into config_group_dirt (group_id) select id from config_groups;
  return refresh_config_groups();
end;
$$;
comment on function make_config_groups() is 'Assigns every config item to its group and counts all groups; returns the number of groups.';
