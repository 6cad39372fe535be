-- Only this function writes the counts. A reader sees either a note or the merged count, because both are written in
-- one transaction.
create or replace function merge_config_change_notes() returns integer
language plpgsql
as $$
declare
  merged integer;
begin
  perform pg_advisory_xact_lock(hashtext('merge_config_change_notes'));
  with taken as (delete from config_change_notes returning period, config_type, change_type, severity, changes)
  insert into config_change_counts as c (period, config_type, change_type, severity, changes)
  select period, config_type, change_type, severity, sum(changes) from taken group by 1, 2, 3, 4
  on conflict (period, config_type, change_type, severity) do update set changes = c.changes + excluded.changes;
  get diagnostics merged = row_count;
  delete from config_change_counts where changes = 0;
  return merged;
end;
$$;
comment on function merge_config_change_notes() is 'Merges the notes about changes into the counts; returns the number of affected counts.';
