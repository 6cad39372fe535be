-- Runs as a statement trigger on the tables that the totals of groups are computed from.
create or replace function dirty_config_groups() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  came_groups constant text := case tg_table_name
    when 'config_item_groups' then 'select group_id from came'
    else 'select t.group_id from came c join config_item_groups t on t.config_id = c.config_id' end;
begin
  execute format('insert into config_group_dirt (group_id) select distinct group_id from (%s) g', case
    when tg_op = 'INSERT' then came_groups
    when tg_op = 'DELETE' then replace(came_groups, 'came', 'gone')
    -- An insight that is only observed again does not change the totals.
    when tg_table_name = 'config_analysis' then came_groups || ' join gone o on o.id = c.id where row(c.status, c.analysis_type) is distinct from row(o.status, o.analysis_type)'
    else came_groups || ' union all ' || replace(came_groups, 'came', 'gone')
  end);
  return null;
end;
$$;
comment on function dirty_config_groups() is 'Records which groups of config items have to be counted again.';

create or replace trigger dirty_insert after insert on config_item_groups referencing new table as came
for each statement execute function dirty_config_groups();
create or replace trigger dirty_update after update on config_item_groups referencing old table as gone new table as came
for each statement execute function dirty_config_groups();
create or replace trigger dirty_delete after delete on config_item_groups referencing old table as gone
for each statement execute function dirty_config_groups();

create or replace trigger dirty_update after update on config_change_tallies referencing old table as gone new table as came
for each statement execute function dirty_config_groups();

create or replace trigger dirty_insert after insert on config_analysis referencing new table as came
for each statement execute function dirty_config_groups();
create or replace trigger dirty_update after update on config_analysis referencing old table as gone new table as came
for each statement execute function dirty_config_groups();
create or replace trigger dirty_delete after delete on config_analysis referencing old table as gone
for each statement execute function dirty_config_groups();
