-- Deleting a component deletes its links, its team assignments by selectors, its inline canaries and its children.
-- Assignments by people are kept, because the component may be restored (revive_component).
create or replace function end_component() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  child record;
begin
  delete from team_components where component_id = new.id and selector_id = 'spec';
  update component_relationships set deleted_at = new.deleted_at where new.id in (component_id, relationship_id) and deleted_at is null;
  update check_component_relationships set deleted_at = new.deleted_at where component_id = new.id and deleted_at is null;
  update config_component_relationships set deleted_at = new.deleted_at where component_id = new.id and deleted_at is null;
  update canaries set deleted_at = new.deleted_at where source = 'component/' || new.id and deleted_at is null;
  -- Components of other topologies exist independently of this one. They become roots, until the next run of their
  -- topology places them.
  for child in
    select id, path
    from   components
    where  parent_id = new.id and topology_id is not null and topology_id is distinct from new.topology_id and deleted_at is null
    order  by id
    for    no key update
  loop
    update components set parent_id = null, path = '' where id = child.id;
    -- '/' is the character after '.', so the range contains the paths that end with the child or continue below it.
    update components
    set    path = substr(path, length(child.path) + 2)
    where  child.path <> ''
    and    path ~>=~ (child.path || '.' || child.id) and path ~<~ (child.path || '.' || child.id || '/');
  end loop;
  update components set deleted_at = new.deleted_at where parent_id = new.id and deleted_at is null;
  return null;
end;
$$;
comment on function end_component() is 'Deletes everything that belongs to a deleted component.';

create or replace trigger ended after update on components
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function end_component();
