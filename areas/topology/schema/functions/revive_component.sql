-- Restores the links and children that people created and that were deleted with the component. Links with a different
-- selector_id are left out, because their rule creates them again.
create or replace function revive_component() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  update component_relationships set deleted_at = null
  where  new.id in (component_id, relationship_id) and deleted_at = old.deleted_at and coalesce(selector_id, 'manual') = 'manual';
  update check_component_relationships set deleted_at = null
  where  component_id = new.id and deleted_at = old.deleted_at and coalesce(selector_id, 'manual') = 'manual';
  update config_component_relationships set deleted_at = null
  where  component_id = new.id and deleted_at = old.deleted_at and coalesce(selector_id, 'manual') = 'manual';
  -- A link whose other end is still deleted gets the deletion time of that component, so that restoring that component
  -- also restores the link.
  update component_relationships l
  set    deleted_at = o.deleted_at
  from   components o
  where  new.id in (l.component_id, l.relationship_id) and l.deleted_at is null
  and    o.id in (l.component_id, l.relationship_id) and o.deleted_at is not null;
  update check_component_relationships l
  set    deleted_at = c.deleted_at
  from   checks c
  where  l.component_id = new.id and l.deleted_at is null and c.id = l.check_id and c.deleted_at is not null;
  update components set deleted_at = null where parent_id = new.id and topology_id is null and deleted_at = old.deleted_at;
  return null;
end;
$$;
comment on function revive_component() is 'Restores the links and children that people added to a component that comes back.';

create or replace trigger revived after update on components
for each row when (old.deleted_at is not null and new.deleted_at is null) execute function revive_component();
