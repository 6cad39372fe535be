-- Returns the direct parents of a resource in the topology. PostgreSQL inlines the function, so the branches for other
-- kinds are not executed.
create or replace function parents_of_resource(kind text, id uuid) returns table (parent_kind text, parent_id uuid)
language sql
stable
as $$
  select 'component', r.component_id
  from   check_component_relationships r
  where  parents_of_resource.kind = 'check' and r.check_id = parents_of_resource.id and r.deleted_at is null
  union all
  select 'config', r.config_id
  from   check_config_relationships r
  where  parents_of_resource.kind = 'check' and r.check_id = parents_of_resource.id and r.deleted_at is null
  union all
  select 'component', c.parent_id
  from   components c
  where  parents_of_resource.kind = 'component' and c.id = parents_of_resource.id and c.parent_id is not null
  union all
  select 'component', r.relationship_id
  from   component_relationships r
  where  parents_of_resource.kind = 'component' and r.component_id = parents_of_resource.id and r.deleted_at is null
  union all
  select 'component', r.component_id
  from   config_component_relationships r
  where  parents_of_resource.kind = 'config' and r.config_id = parents_of_resource.id and r.deleted_at is null
  union all
  select 'component', c.id
  from   components c
  where  parents_of_resource.kind = 'config' and c.config_id = parents_of_resource.id and c.deleted_at is null
  union all
  select 'config', i.parent_id
  from   config_items i
  where  parents_of_resource.kind = 'config' and i.id = parents_of_resource.id and i.parent_id is not null
$$;
comment on function parents_of_resource(text, uuid) is 'The components and config items right above a check, component or config item.';
