-- Deletes the turn and links of a deleted check, and the checks and canaries that it created.
create or replace function end_check() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  delete from check_turns where check_id = new.id;
  update check_config_relationships set deleted_at = new.deleted_at where check_id = new.id and deleted_at is null;
  update check_component_relationships set deleted_at = new.deleted_at where check_id = new.id and deleted_at is null;
  update checks set deleted_at = new.deleted_at where made_by = new.id and deleted_at is null;
  update canaries set deleted_at = new.deleted_at where source = 'check=' || new.id and deleted_at is null;
  return null;
end;
$$;
comment on function end_check() is 'Deletes the turn, links and created resources of a deleted check.';

create or replace trigger ended after update on checks
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function end_check();
