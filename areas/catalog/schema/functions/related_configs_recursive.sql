create or replace function related_configs_recursive(
  config_id uuid,
  type_filter text default 'outgoing',
  include_deleted_configs boolean default false,
  max_depth integer default 5,
  incoming_relation text default 'both',
  outgoing_relation text default 'both',
  include_ancestors boolean default true
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
    -- The walk always reports the chain of parents, which is incoming.
    where  include_ancestors or e.direction = 'outgoing' or type_filter is distinct from 'outgoing'
    group  by e.id, e.related_id
  ),
  nodes as (
    select n.id, min(n.depth) as depth
    from   (
             select config_id as id, 0 as depth
             union all
             select e.id, e.depth from edges e
             union all
             -- Items without outgoing edges come last.
             select e.related_id, e.depth + 1000 from edges e where max_depth > 0
           ) n
    group  by n.id
  ),
  outward as (
    select e.id, array_agg(e.related_id::text) as related_ids
    from   edges e
    group  by e.id
  )
  -- Counts are subqueries, so that they are only computed for the rows of the page.
  select c.id, c.name, c.type, o.related_ids, c.tags,
         (select t.last_7d::bigint from config_change_tallies t where t.config_id = c.id),
         (
           select jsonb_object_agg(i.analysis_type, i.open)
           from   (
                    select coalesce(a.analysis_type, 'other') as analysis_type, count(*) as open
                    from   config_analysis a
                    where  a.config_id = c.id and a.status = 'open'
                    group  by 1
                  ) i
         ),
         c.cost_per_minute, c.cost_total_1d, c.cost_total_7d, c.cost_total_30d,
         c.created_at, c.updated_at, c.deleted_at, c.agent_id, c.health, c.ready, c.status, c.path
  from   nodes n
  join   config_items c on c.id = n.id
  left   join outward o on o.id = n.id
  where  include_deleted_configs or c.deleted_at is null
  order  by n.depth, c.name, c.id;
$$;
comment on function related_configs_recursive(uuid, text, boolean, integer, text, text, boolean) is 'A config item and the items around it, each with the ids of its outgoing edges. Outgoing relationships include the chain of parents unless include_ancestors is false. @exposed @resource config_scrapers @feature config';
