-- Needed after bulk loads that bypass the triggers.
create or replace function recount_config_changes() returns void
language sql
begin atomic
  delete from config_change_notes;
  delete from config_change_counts;
  insert into config_change_counts (period, config_type, change_type, severity, changes)
  select date_bin('6 hours', created_at, '1970-01-01 00:00:00+00'), config_type, change_type, coalesce(severity, 'none'), count(*)
  from   config_changes
  group  by 1, 2, 3, 4;
end;
comment on function recount_config_changes() is 'Counts all changes again.';
