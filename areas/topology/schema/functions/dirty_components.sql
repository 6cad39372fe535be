-- Statement trigger on components and their links. It compares every column that expressions and team selectors can
-- read, except computed columns (computedColumns in server/health/inputs.ts), so updates by the roll-up itself are not
-- recorded.
create or replace function dirty_components() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  key constant text := case tg_table_name when 'components' then 'id' else 'component_id' end;
begin
  if tg_op = 'INSERT' then
    execute format('insert into component_dirt (component_id, is_edited) select distinct %I, %L::boolean from came', key, key = 'id');
  elsif tg_op = 'DELETE' then
    execute format('insert into component_dirt (component_id) select distinct %I from gone', key);
  elsif tg_table_name = 'components' then
    insert into component_dirt (component_id, is_edited)
    select c.id, true
    from   came c
    join   gone g using (id)
    where  row(c.parent_id, c.config_id, c.stated_health, c.stated_status, c.status_expr, c.health_expr, c.deleted_at,
               c.name, c.type, c.namespace, c.labels, c.agent_id, c.topology_id, c.external_id, c.owner, c.hidden,
               c.properties, c.text, c.topology_type, c.icon, c.path, c.status_reason, c.description, c.lifecycle,
               c.tooltip, c.silenced, c.is_leaf, c.schedule, c.selectors, c.log_selectors, c.component_checks, c.configs,
               c.created_by, c.created_at, c.is_pushed, c.display_order)
    is distinct from
           row(g.parent_id, g.config_id, g.stated_health, g.stated_status, g.status_expr, g.health_expr, g.deleted_at,
               g.name, g.type, g.namespace, g.labels, g.agent_id, g.topology_id, g.external_id, g.owner, g.hidden,
               g.properties, g.text, g.topology_type, g.icon, g.path, g.status_reason, g.description, g.lifecycle,
               g.tooltip, g.silenced, g.is_leaf, g.schedule, g.selectors, g.log_selectors, g.component_checks, g.configs,
               g.created_by, g.created_at, g.is_pushed, g.display_order);
  else
    insert into component_dirt (component_id) select component_id from came union select component_id from gone;
  end if;
  return null;
end;
$$;
comment on function dirty_components() is 'Records components whose roll-up is out of date.';

create or replace trigger dirty_insert after insert on components referencing new table as came
for each statement execute function dirty_components();
create or replace trigger dirty_update after update on components referencing old table as gone new table as came
for each statement execute function dirty_components();
create or replace trigger dirty_delete after delete on components referencing old table as gone
for each statement execute function dirty_components();

create or replace trigger dirty_insert after insert on component_relationships referencing new table as came
for each statement execute function dirty_components();
create or replace trigger dirty_update after update on component_relationships referencing old table as gone new table as came
for each statement execute function dirty_components();
create or replace trigger dirty_delete after delete on component_relationships referencing old table as gone
for each statement execute function dirty_components();

create or replace trigger dirty_insert after insert on check_component_relationships referencing new table as came
for each statement execute function dirty_components();
create or replace trigger dirty_update after update on check_component_relationships referencing old table as gone new table as came
for each statement execute function dirty_components();
create or replace trigger dirty_delete after delete on check_component_relationships referencing old table as gone
for each statement execute function dirty_components();

create or replace trigger dirty_insert after insert on config_component_relationships referencing new table as came
for each statement execute function dirty_components();
create or replace trigger dirty_update after update on config_component_relationships referencing old table as gone new table as came
for each statement execute function dirty_components();
create or replace trigger dirty_delete after delete on config_component_relationships referencing old table as gone
for each statement execute function dirty_components();
