-- Changes of a config item and of what surrounds it: what lies under it (downstream), above it (upstream), everything
-- within reach (all), or nothing else (none). `soft` adds the neighbours by edges that are not between parent and child.
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
  wanted constant text := coalesce(nullif(related_changes_recursive.type_filter, ''), 'downstream');
  way constant text := case wanted when 'upstream' then 'incoming' when 'downstream' then 'outgoing' else 'all' end;
  around uuid[] := array[lookup_id];
  own text;
begin
  if wanted not in ('none', 'upstream', 'downstream', 'all') then
    raise exception 'type_filter is one of none, upstream, downstream and all, not %', quote_literal(wanted) using errcode = 'invalid_parameter_value';
  end if;
  if wanted = 'upstream' then
    around := around || array(select p.id from get_recursive_path(lookup_id) p);
  elsif wanted = 'downstream' then
    -- What begins with "own." lies between that and "own/", the next character: an index finds it, unlike a pattern that
    -- is known only now.
    select concat_ws('.', nullif(c.path, ''), c.id) into own from config_items c where c.id = lookup_id;
    around := around || array(
      select d.id
      from   config_items d
      where  d.path = own or (d.path ~>=~ (own || '.') and d.path ~<~ (own || '/'))
    );
  end if;
  if wanted = 'all' or (soft and wanted <> 'none') then
    around := around || array(select r.id from related_config_ids_recursive(lookup_id, way, max_depth) r);
  end if;
  return query
  select ch.id, ch.config_id, c.name, c.type, c.tags, c.agent_id, c.deleted_at, ch.external_change_id, ch.external_created_by,
         ch.created_at, ch.severity, ch.change_type, ch.source, ch.summary, ch.details, ch.diff, ch.created_by, ch.count,
         ch.first_observed, c.path, ch.inserted_at
  from   config_changes ch
  join   config_items c on c.id = ch.config_id
  where  ch.config_id = any (around) and (include_deleted_configs or c.deleted_at is null);
end;
$$;
comment on function related_changes_recursive(uuid, text, boolean, integer, boolean) is 'Changes of a config item and of what surrounds it. @exposed @resource config_scrapers @feature config';
