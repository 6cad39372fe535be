-- A row trigger: its condition costs nothing for runs that do not change the status of the check.
create or replace function dirty_components_of_check() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into component_dirt (component_id)
  select distinct component_id from check_component_relationships where check_id = new.id and deleted_at is null;
  return null;
end;
$$;
comment on function dirty_components_of_check() is 'Records the components of a check whose state changed.';

create or replace trigger dirty_components after update on checks
for each row when (
  row(old.status, old.paused_at, old.paused_until, old.deleted_at, old.could_not_check_since, old.interval_seconds)
  is distinct from
  row(new.status, new.paused_at, new.paused_until, new.deleted_at, new.could_not_check_since, new.interval_seconds)
) execute function dirty_components_of_check();
