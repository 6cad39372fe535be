create or replace function sweep_config_groups() returns integer
language plpgsql
as $$
declare
  swept integer;
begin
  -- A writer may be about to use an empty group, and counting locks the groups that are counted; in both cases the
  -- group is left for the next call.
  if not pg_try_advisory_xact_lock(hashtext('refresh_config_groups')) or not pg_try_advisory_xact_lock(hashtext('config_groups')) then
    return 0;
  end if;
  delete from config_groups g
  where  g.items = 0 and not exists (select from config_item_groups t where t.group_id = g.id);
  get diagnostics swept = row_count;
  return swept;
end;
$$;
comment on function sweep_config_groups() is 'Deletes empty groups of config items; returns their number.';
