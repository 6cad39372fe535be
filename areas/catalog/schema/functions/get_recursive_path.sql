create or replace function get_recursive_path(start uuid)
returns table (id uuid, related_id uuid, relation_type text, direction text, depth integer)
language sql
stable
as $$
  with chain as (
    select a.id::uuid as id, a.position
    from   config_items c
    cross  join string_to_table(nullif(c.path, ''), '.') with ordinality as a (id, position)
    where  c.id = get_recursive_path.start
    union  all
    select get_recursive_path.start, 1000000
  )
  select lag(c.id) over upwards, c.id, 'parent', 'incoming', (row_number() over (order by c.position desc))::integer
  from   chain c
  window upwards as (order by c.position)
  order  by c.position desc
  limit  (select count(*) - 1 from chain);
$$;
comment on function get_recursive_path(uuid) is 'The ancestors of a config item as edges, the nearest first. @exposed @resource config_scrapers @feature config';
