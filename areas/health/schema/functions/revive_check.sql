-- A restored check gets back the links that people created and that were deleted with the check. Links with a different
-- selector_id are left out, because their rule creates them again.
create or replace function revive_check() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  update check_config_relationships set deleted_at = null
  where  check_id = new.id and deleted_at = old.deleted_at and coalesce(selector_id, 'manual') = 'manual';
  update check_component_relationships set deleted_at = null
  where  check_id = new.id and deleted_at = old.deleted_at and coalesce(selector_id, 'manual') = 'manual';
  -- A link whose component is still deleted gets the time of that deletion, so that the link is restored together with
  -- the component.
  update check_component_relationships l
  set    deleted_at = c.deleted_at
  from   components c
  where  l.check_id = new.id and l.deleted_at is null and c.id = l.component_id and c.deleted_at is not null;
  return null;
end;
$$;
comment on function revive_check() is 'Restores the links that people created for a check when the check is restored.';

create or replace trigger revived after update on checks
for each row when (old.deleted_at is not null and new.deleted_at is null) execute function revive_check();
