-- Walks the edges breadth first, each node once: a graph with many ways to the same node costs no more than its edges. Each level
-- is read once, and what was seen before is told apart by hashes: `except` does not mind that nobody knows how much that is.
-- Directions never mix on one way. The chain of ancestors is always part of the answer.
create or replace function config_relationships_recursive(
  config_id uuid,
  type_filter text default 'all',
  max_depth integer default 5,
  incoming_relation text default 'both',
  outgoing_relation text default 'both'
)
returns table (id uuid, related_id uuid, relation_type text, direction text, depth integer)
language plpgsql
stable
-- Planned for the ids at hand, a level of thousands would have all edges read, and be planned each time.
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  start constant uuid := config_relationships_recursive.config_id;
  wanted constant text := coalesce(nullif(config_relationships_recursive.type_filter, ''), 'all');
  deepest constant integer := least(coalesce(config_relationships_recursive.max_depth, 5), 50);
  only_hard_out constant boolean := config_relationships_recursive.outgoing_relation = 'hard';
  only_hard_in constant boolean := config_relationships_recursive.incoming_relation = 'hard';
  seen uuid[];
  frontier uuid[];
  froms uuid[];
  tos uuid[];
  relations text[];
  level integer;
begin
  if wanted not in ('outgoing', 'incoming', 'all') then
    raise exception 'type_filter is one of outgoing, incoming and all, not %', quote_literal(wanted) using errcode = 'invalid_parameter_value';
  end if;

  return query select * from get_recursive_path(start);

  if wanted in ('outgoing', 'all') then
    seen := array[start];
    frontier := seen;
    level := 0;
    while level < deepest and cardinality(frontier) > 0 loop
      level := level + 1;
      select array_agg(e.config_id), array_agg(e.related_id), array_agg(e.relation)
      into   froms, tos, relations
      from   config_relationships e
      where  e.config_id = any (frontier) and e.deleted_at is null and (e.relation = 'hard' or not only_hard_out);
      return query
      select e.config_id, e.related_id, e.relation, 'outgoing', level
      from   unnest(froms, tos, relations) as e (config_id, related_id, relation);
      frontier := array(select * from unnest(tos) except select * from unnest(seen));
      seen := seen || frontier;
    end loop;
  end if;

  if wanted in ('incoming', 'all') then
    seen := array[start];
    frontier := seen;
    level := 0;
    while level < deepest and cardinality(frontier) > 0 loop
      level := level + 1;
      select array_agg(e.config_id), array_agg(e.related_id), array_agg(e.relation)
      into   froms, tos, relations
      from   config_relationships e
      where  e.related_id = any (frontier) and e.deleted_at is null and (e.relation = 'hard' or not only_hard_in);
      return query
      select e.config_id, e.related_id, e.relation, 'incoming', level
      from   unnest(froms, tos, relations) as e (config_id, related_id, relation);
      frontier := array(select * from unnest(froms) except select * from unnest(seen));
      seen := seen || frontier;
    end loop;
  end if;
end;
$$;
comment on function config_relationships_recursive(uuid, text, integer, text, text) is 'The edges around a config item, with how far away each is. @exposed @resource config_scrapers @feature config';
