create or replace function related_config_ids_recursive(
  config_id uuid,
  type_filter text default 'all',
  max_depth integer default 5,
  incoming_relation text default 'both',
  outgoing_relation text default 'both'
)
returns table (id uuid, direction text, depth integer)
language sql
stable
as $$
  select case e.direction when 'outgoing' then e.related_id else e.id end, e.direction, min(e.depth)
  from   config_relationships_recursive(config_id, type_filter, max_depth, incoming_relation, outgoing_relation) e
  group  by 1, 2;
$$;
comment on function related_config_ids_recursive(uuid, text, integer, text, text) is 'The config items around a config item, with their distance. @exposed @resource config_scrapers @feature config';
