create or replace function related_configs_recursive(
  config_id uuid,
  type_filter text default 'outgoing',
  include_deleted_configs boolean default false,
  max_depth integer default 5,
  incoming_relation text default 'both',
  outgoing_relation text default 'both'
)
returns table (
  id uuid, name text, type text, related_ids text[], tags jsonb, changes bigint, analysis jsonb,
  cost_per_minute numeric, cost_total_1d numeric, cost_total_7d numeric, cost_total_30d numeric,
  created_at timestamptz, updated_at timestamptz, deleted_at timestamptz,
  agent_id uuid, health text, ready boolean, status text, path text
)
language sql
stable
as $$
  with edges as (
    select e.id, e.related_id, min(e.depth) as depth
    from   config_relationships_recursive(config_id, type_filter, max_depth, incoming_relation, outgoing_relation) e
    group  by e.id, e.related_id
  ),
  nodes as (
    select n.id, min(n.depth) as depth
    from   (
             select config_id as id, 0 as depth
             union all
             select e.id, e.depth from edges e
             union all
             -- What is only led to comes after what leads somewhere.
             select e.related_id, e.depth + 1000 from edges e where max_depth > 0
           ) n
    group  by n.id
  ),
  outward as (
    select e.id, array_agg(distinct e.related_id::text) as related_ids
    from   edges e
    group  by e.id
  )
  select c.id, c.name, c.type, o.related_ids, c.tags, c.changes, c.analysis,
         c.cost_per_minute, c.cost_total_1d, c.cost_total_7d, c.cost_total_30d,
         c.created_at, c.updated_at, c.deleted_at, c.agent_id, c.health, c.ready, c.status, c.path
  from   nodes n
  join   configs c on c.id = n.id
  left   join outward o on o.id = n.id
  where  include_deleted_configs or c.deleted_at is null
  order  by n.depth, c.name, c.id;
$$;
comment on function related_configs_recursive(uuid, text, boolean, integer, text, text) is 'A config item and what surrounds it, each with the ids it leads to. @exposed @resource config_scrapers @feature config';
