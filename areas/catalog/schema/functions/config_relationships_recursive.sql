-- Walks the edges breadth first and visits each node once, so that a graph with many paths to the same node costs no
-- more than its edges. Each level is read once. `except` removes visited nodes by hash, which does not depend on row
-- estimates. Directions never mix on one path. The ancestors are always part of the result. A caller with limited
-- rights walks only along edges between visible items: the row policy is checked for each item.
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
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  start constant uuid := config_relationships_recursive.config_id;
  wanted constant text := coalesce(nullif(config_relationships_recursive.type_filter, ''), 'all');
  deepest constant integer := least(coalesce(config_relationships_recursive.max_depth, 5), 50);
  is_limited constant boolean := row_security_active('config_items');
  way text;
  only_hard boolean;
  seen uuid[];
  hidden uuid[] := '{}';
  frontier uuid[];
  froms uuid[];
  tos uuid[];
  relations text[];
  level integer;
begin
  if wanted not in ('outgoing', 'incoming', 'all') then
    raise exception 'type_filter must be outgoing, incoming or all, not %', quote_literal(wanted) using errcode = 'invalid_parameter_value';
  end if;

  return query select * from get_recursive_path(start);
  if is_limited and not exists (select from config_items c where c.id = start) then
    return;
  end if;

  foreach way in array case wanted when 'all' then array['outgoing', 'incoming'] else array[wanted] end loop
    only_hard := 'hard' = case way when 'outgoing' then outgoing_relation else incoming_relation end;
    seen := array[start];
    frontier := seen;
    level := 0;
    while level < deepest and cardinality(frontier) > 0 loop
      level := level + 1;
      select array_agg(e.config_id), array_agg(e.related_id), array_agg(e.relation)
      into   froms, tos, relations
      from   config_edges(frontier, way, only_hard) e;
      frontier := array(
        select unnest(case way when 'outgoing' then tos else froms end)
        except
        select unnest(seen)
        except
        select unnest(hidden)
      );
      if is_limited then
        hidden := hidden || array(
          select unnest(frontier) except select c.id from config_items c where c.id = any (frontier)
        );
        frontier := array(select unnest(frontier) except select unnest(hidden));
      end if;
      return query
      select e.config_id, e.related_id, e.relation, way, level
      from   unnest(froms, tos, relations) as e (config_id, related_id, relation)
      where  cardinality(hidden) = 0
      or     not case way when 'outgoing' then e.related_id else e.config_id end in (select unnest(hidden));
      seen := seen || frontier;
    end loop;
  end loop;
end;
$$;
comment on function config_relationships_recursive(uuid, text, integer, text, text) is 'The edges around a config item, with their distance. @exposed @resource config_scrapers @feature config';
