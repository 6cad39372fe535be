-- Walks the edges breadth first, each node once: a graph with many ways to the same node costs no more than its edges.
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
      return query
      select e.config_id, e.related_id, e.relation, 'outgoing', level
      from   config_relationships e
      where  e.config_id = any (frontier) and e.deleted_at is null and (e.relation = 'hard' or not only_hard_out);
      select coalesce(array_agg(distinct e.related_id), '{}')
      into   frontier
      from   config_relationships e
      where  e.config_id = any (frontier) and e.deleted_at is null and (e.relation = 'hard' or not only_hard_out)
      and    e.related_id <> all (seen);
      seen := seen || frontier;
    end loop;
  end if;

  if wanted in ('incoming', 'all') then
    seen := array[start];
    frontier := seen;
    level := 0;
    while level < deepest and cardinality(frontier) > 0 loop
      level := level + 1;
      return query
      select e.config_id, e.related_id, e.relation, 'incoming', level
      from   config_relationships e
      where  e.related_id = any (frontier) and e.deleted_at is null and (e.relation = 'hard' or not only_hard_in);
      select coalesce(array_agg(distinct e.config_id), '{}')
      into   frontier
      from   config_relationships e
      where  e.related_id = any (frontier) and e.deleted_at is null and (e.relation = 'hard' or not only_hard_in)
      and    e.config_id <> all (seen);
      seen := seen || frontier;
    end loop;
  end if;
end;
$$;
comment on function config_relationships_recursive(uuid, text, integer, text, text) is 'The edges around a config item, with how far away each is. @exposed @resource config_scrapers @feature config';
