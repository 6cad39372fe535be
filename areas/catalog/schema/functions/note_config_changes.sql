-- Runs as a statement trigger. A repeated observation of a change in the same period does not affect the counts.
create or replace function note_config_changes() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  came_rows constant text := 'select created_at, config_type, change_type, severity, 1 as times from came';
  gone_rows constant text := 'select created_at, config_type, change_type, severity, -1 as times from gone';
begin
  if tg_op = 'TRUNCATE' then
    delete from config_change_notes;
    delete from config_change_counts;
    return null;
  end if;
  execute format($sql$
    insert into config_change_notes (period, config_type, change_type, severity, changes)
    select date_bin('6 hours', created_at, '1970-01-01 00:00:00+00'), config_type, change_type, coalesce(severity, 'none'), sum(times)
    from   (%s) w
    group  by 1, 2, 3, 4
    having sum(times) <> 0
  $sql$, case tg_op when 'INSERT' then came_rows when 'DELETE' then gone_rows else came_rows || ' union all ' || gone_rows end);
  return null;
end;
$$;
comment on function note_config_changes() is 'Records the number of added and deleted changes per period.';

create or replace trigger note_insert after insert on config_changes referencing new table as came
for each statement execute function note_config_changes();
create or replace trigger note_update after update on config_changes referencing old table as gone new table as came
for each statement execute function note_config_changes();
create or replace trigger note_delete after delete on config_changes referencing old table as gone
for each statement execute function note_config_changes();
create or replace trigger note_truncate after truncate on config_changes
for each statement execute function note_config_changes();
