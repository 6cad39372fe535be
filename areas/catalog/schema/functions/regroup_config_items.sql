-- Runs as a statement trigger. Writers never wait for each other, because unknown groups are only recorded in
-- config_new_groups. Writers share the lock on the groups; only the removal of empty groups (sweep_config_groups) takes
-- it exclusively. For an unchanged item, only one comparison is needed.
create or replace function regroup_config_items() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock_shared(hashtext('config_groups'));
    insert into config_new_groups (id, agent_id, type, config_class, status, health, tags, is_deleted)
    select n.*
    from   (
             select distinct config_group_id(agent_id, type, config_class, status, health, tags, deleted_at is not null) as id,
                    agent_id, type, config_class, status, health, tags, deleted_at is not null
             from   came
           ) n
    where  not exists (select from config_groups g where g.id = n.id);
    insert into config_item_groups
           (config_id, group_id, created_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d)
    select id, config_group_id(agent_id, type, config_class, status, health, tags, deleted_at is not null),
           created_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d
    from   came
    order  by id;
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('config_groups'));
  insert into config_new_groups (id, agent_id, type, config_class, status, health, tags, is_deleted)
  select n.*
  from   (
           select distinct config_group_id(c.agent_id, c.type, c.config_class, c.status, c.health, c.tags, c.deleted_at is not null) as id,
                  c.agent_id, c.type, c.config_class, c.status, c.health, c.tags, c.deleted_at is not null
           from   came c
           join   gone o on o.id = c.id
           where  row(c.agent_id, c.type, c.config_class, c.status, c.health, c.tags, c.deleted_at is null)
                  is distinct from row(o.agent_id, o.type, o.config_class, o.status, o.health, o.tags, o.deleted_at is null)
         ) n
  where  not exists (select from config_groups g where g.id = n.id);
  update config_item_groups t
  set    group_id = config_group_id(n.agent_id, n.type, n.config_class, n.status, n.health, n.tags, n.deleted_at is not null),
         created_at = n.created_at, cost_per_minute = n.cost_per_minute,
         cost_total_1d = n.cost_total_1d, cost_total_7d = n.cost_total_7d, cost_total_30d = n.cost_total_30d
  from   came n
  join   gone o on o.id = n.id
  where  t.config_id = n.id
  and    row(n.agent_id, n.type, n.config_class, n.status, n.health, n.tags, n.deleted_at is null, n.created_at,
             n.cost_per_minute, n.cost_total_1d, n.cost_total_7d, n.cost_total_30d)
         is distinct from
         row(o.agent_id, o.type, o.config_class, o.status, o.health, o.tags, o.deleted_at is null, o.created_at,
             o.cost_per_minute, o.cost_total_1d, o.cost_total_7d, o.cost_total_30d);
  return null;
end;
$$;
comment on function regroup_config_items() is 'Updates the group of each config item and the values that its totals are computed from.';

create or replace trigger group_items after insert on config_items referencing new table as came
for each statement execute function regroup_config_items();
create or replace trigger regroup_items after update on config_items referencing old table as gone new table as came
for each statement execute function regroup_config_items();
