-- Statement triggers. Groups come before the rows that name them; writers hold the groups together, and only who sweeps those
-- that nobody is in (sweep_config_groups) holds them alone. What was only seen again costs a comparison.
create or replace function regroup_config_items() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('config_groups'));
  if tg_op = 'INSERT' then
    insert into config_groups (id, agent_id, type, config_class, status, health, tags, is_deleted)
    select distinct on (1) config_group_id(agent_id, type, config_class, status, health, tags, deleted_at is not null),
           agent_id, type, config_class, status, health, tags, deleted_at is not null
    from   came
    order  by 1
    on conflict (id) do nothing;
    insert into config_item_groups
           (config_id, group_id, created_at, updated_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d)
    select id, config_group_id(agent_id, type, config_class, status, health, tags, deleted_at is not null),
           created_at, updated_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d
    from   came
    order  by id;
    return null;
  end if;
  insert into config_groups (id, agent_id, type, config_class, status, health, tags, is_deleted)
  select distinct on (1) config_group_id(n.agent_id, n.type, n.config_class, n.status, n.health, n.tags, n.deleted_at is not null),
         n.agent_id, n.type, n.config_class, n.status, n.health, n.tags, n.deleted_at is not null
  from   came n
  join   gone o on o.id = n.id
  where  row(n.agent_id, n.type, n.config_class, n.status, n.health, n.tags, n.deleted_at is null)
         is distinct from row(o.agent_id, o.type, o.config_class, o.status, o.health, o.tags, o.deleted_at is null)
  order  by 1
  on conflict (id) do nothing;
  update config_item_groups t
  set    group_id = config_group_id(n.agent_id, n.type, n.config_class, n.status, n.health, n.tags, n.deleted_at is not null),
         created_at = n.created_at, updated_at = n.updated_at, cost_per_minute = n.cost_per_minute,
         cost_total_1d = n.cost_total_1d, cost_total_7d = n.cost_total_7d, cost_total_30d = n.cost_total_30d
  from   came n
  join   gone o on o.id = n.id
  where  t.config_id = n.id
  and    row(n.agent_id, n.type, n.config_class, n.status, n.health, n.tags, n.deleted_at is null, n.created_at, n.updated_at,
             n.cost_per_minute, n.cost_total_1d, n.cost_total_7d, n.cost_total_30d)
         is distinct from
         row(o.agent_id, o.type, o.config_class, o.status, o.health, o.tags, o.deleted_at is null, o.created_at, o.updated_at,
             o.cost_per_minute, o.cost_total_1d, o.cost_total_7d, o.cost_total_30d);
  return null;
end;
$$;
comment on function regroup_config_items() is 'Keeps the groups of config items, and what is added up of them.';

create or replace trigger group_items after insert on config_items referencing new table as came
for each statement execute function regroup_config_items();
create or replace trigger regroup_items after update on config_items referencing old table as gone new table as came
for each statement execute function regroup_config_items();
