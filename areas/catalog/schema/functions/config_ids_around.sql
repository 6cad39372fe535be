-- Returns a config item with its descendants (downstream), its ancestors (upstream), everything within reach (all), or
-- alone (none). `soft` adds neighbours that are connected by edges other than parent-child edges.
create or replace function config_ids_around(
  lookup_id uuid,
  type_filter text default 'downstream',
  max_depth integer default 5,
  soft boolean default false
)
returns uuid[]
language plpgsql
stable
as $$
#variable_conflict use_column
declare
  wanted constant text := coalesce(nullif(config_ids_around.type_filter, ''), 'downstream');
  way constant text := case wanted when 'upstream' then 'incoming' when 'downstream' then 'outgoing' else 'all' end;
  around uuid[] := array[lookup_id];
  own text;
begin
  if wanted not in ('none', 'upstream', 'downstream', 'all') then
    raise exception 'type_filter must be none, upstream, downstream or all, not %', quote_literal(wanted) using errcode = 'invalid_parameter_value';
  end if;
  if wanted = 'upstream' then
    around := around || array(select p.id from get_recursive_path(lookup_id) p);
  elsif wanted = 'downstream' then
    -- All paths that begin with "own." sort between "own." and "own/", because "/" is the next character. An index
    -- supports this range, but not a pattern that is only known at run time.
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
  return around;
end;
$$;
comment on function config_ids_around(uuid, text, integer, boolean) is 'The ids of a config item and of the items around it. @exposed @resource config_scrapers @feature config';
