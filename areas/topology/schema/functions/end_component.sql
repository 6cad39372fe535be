-- Deleting a component deletes its links, its team assignments, its inline canaries and its children.
create or replace function end_component() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  delete from team_components where component_id = new.id;
  update component_relationships set deleted_at = new.deleted_at where new.id in (component_id, relationship_id) and deleted_at is null;
  update check_component_relationships set deleted_at = new.deleted_at where component_id = new.id and deleted_at is null;
  update config_component_relationships set deleted_at = new.deleted_at where component_id = new.id and deleted_at is null;
  update canaries set deleted_at = new.deleted_at where source = 'component/' || new.id and deleted_at is null;
  update components set deleted_at = new.deleted_at where parent_id = new.id and deleted_at is null;
  return null;
end;
$$;
comment on function end_component() is 'Deletes everything that belongs to a deleted component.';

create or replace trigger ended after update on components
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function end_component();
