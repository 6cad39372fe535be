create or replace function sweep_config_groups() returns integer
language plpgsql
as $$
declare
  swept integer;
begin
  -- Whoever writes items may be about to name a group that nobody is in yet, and who counts holds those that he counts; then it is
  -- for the next time.
  if not pg_try_advisory_xact_lock(hashtext('refresh_config_groups')) or not pg_try_advisory_xact_lock(hashtext('config_groups')) then
    return 0;
  end if;
  delete from config_groups g
  where  g.items = 0 and not exists (select from config_item_groups t where t.group_id = g.id);
  get diagnostics swept = row_count;
  return swept;
end;
$$;
comment on function sweep_config_groups() is 'Takes away the groups that no config item is in any more; answers how many.';
