-- A row trigger on config items and insights: its condition costs nothing for items that are only scraped again.
create or replace function dirty_components_of_config() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  item uuid;
begin
  if tg_table_name = 'config_items' then item := new.id;
  elsif tg_op = 'DELETE' then item := old.config_id;
  else item := new.config_id;
  end if;
  insert into component_dirt (component_id)
  select component_id from config_component_relationships where config_id = item and deleted_at is null
  union
  select id from components where config_id = item and deleted_at is null;
  return null;
end;
$$;
comment on function dirty_components_of_config() is 'Records the components of a config item whose health, costs or insights changed.';

create or replace trigger dirty_components after update on config_items
for each row when (
  row(old.health, old.deleted_at, old.cost_per_minute, old.cost_total_1d, old.cost_total_7d, old.cost_total_30d)
  is distinct from
  row(new.health, new.deleted_at, new.cost_per_minute, new.cost_total_1d, new.cost_total_7d, new.cost_total_30d)
) execute function dirty_components_of_config();

create or replace trigger dirty_components_update after update on config_analysis
for each row when (
  row(old.status, old.analysis_type, old.severity, old.config_id) is distinct from
  row(new.status, new.analysis_type, new.severity, new.config_id)
) execute function dirty_components_of_config();
create or replace trigger dirty_components_insert after insert on config_analysis
for each row when (new.status = 'open') execute function dirty_components_of_config();
create or replace trigger dirty_components_delete after delete on config_analysis
for each row when (old.status = 'open') execute function dirty_components_of_config();
