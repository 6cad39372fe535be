-- Returns the changes of a config item and of the items around it (config_ids_around).
create or replace function related_changes_recursive(
  lookup_id uuid,
  type_filter text default 'downstream',
  include_deleted_configs boolean default false,
  max_depth integer default 5,
  soft boolean default false
)
returns table (
  id uuid, config_id uuid, name text, type text, tags jsonb, agent_id uuid, deleted_at timestamptz, external_change_id text,
  external_created_by text, created_at timestamptz, severity text, change_type text, source text, summary text,
  details jsonb, diff text, created_by uuid, count integer, first_observed timestamptz, path text, inserted_at timestamptz
)
language plpgsql
stable
as $$
#variable_conflict use_column
declare
  around constant uuid[] := config_ids_around(lookup_id, type_filter, max_depth, soft);
begin
  return query
  select ch.id, ch.config_id, c.name, c.type, c.tags, c.agent_id, c.deleted_at, ch.external_change_id, ch.external_created_by,
         ch.created_at, ch.severity, ch.change_type, ch.source, ch.summary, ch.details, ch.diff, ch.created_by, ch.count,
         ch.first_observed, c.path, ch.inserted_at
  from   config_changes ch
  join   config_items c on c.id = ch.config_id
  where  ch.config_id = any (around) and (include_deleted_configs or c.deleted_at is null);
end;
$$;
comment on function related_changes_recursive(uuid, text, boolean, integer, boolean) is 'Changes of a config item and of the items around it. @exposed @resource config_scrapers @feature config';
