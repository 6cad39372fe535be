-- Reads one level of the /api/why walk: the edges that lead away from the nodes of the previous level, and the nodes at
-- their ends that are not known yet. Unhealthy nodes come first, so that the limit cuts off healthy ones. The server
-- calls the function with its own rights, and then removes everything that the caller is not allowed to read.
create or replace function why_level(
  in_components uuid[],
  in_checks uuid[],
  -- Config items whose parts and relationships are read.
  in_items uuid[],
  -- Config items whose parents and checks are read.
  in_items_with_parents uuid[],
  -- Config items that others may use.
  in_used_items uuid[],
  -- Checks whose components are read.
  in_start_checks uuid[],
  in_known uuid[],
  -- Kinds of nodes to return.
  in_kinds text[],
  -- Maximum number of nodes to return.
  in_most integer
)
returns table (edges json, nodes json)
language plpgsql
stable
-- Without this setting PostgreSQL creates a custom plan for each call, which takes longer than the call itself.
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  with edges as materialized (
    select *
    from   (
      select 'component' as from_kind, r.parent_id as from_id, 'component' as kind, r.id, 'child' as via, null as relation
      from   components r
      where  r.parent_id = any (in_components) and r.deleted_at is null
      union  all
      select 'component', r.relationship_id, 'component', r.component_id, 'related', null
      from   component_relationships r
      where  r.relationship_id = any (in_components) and r.deleted_at is null
      union  all
      select 'component', r.component_id, 'check', r.check_id, 'check', null
      from   check_component_relationships r
      where  r.component_id = any (in_components) and r.deleted_at is null
      union  all
      select 'component', r.component_id, 'config', r.config_id, 'item', null
      from   config_component_relationships r
      where  r.component_id = any (in_components) and r.deleted_at is null
      union  all
      select 'component', r.id, 'config', r.config_id, 'item', null
      from   components r
      where  r.id = any (in_components) and r.config_id is not null
      union  all
      select 'check', r.check_id, 'config', r.config_id, 'item', null
      from   check_config_relationships r
      where  r.check_id = any (in_checks) and r.deleted_at is null
      union  all
      select 'check', r.check_id, 'component', r.component_id, 'watched', null
      from   check_component_relationships r
      where  r.check_id = any (in_start_checks) and r.deleted_at is null
      union  all
      select 'config', r.config_id, 'check', r.check_id, 'check', null
      from   check_config_relationships r
      where  r.config_id = any (in_items_with_parents) and r.deleted_at is null
      union  all
      select 'config', r.config_id, 'config', r.related_id, case r.relation when 'hard' then 'part' else 'uses' end, r.relation
      from   config_relationships r
      where  r.config_id = any (in_items) and r.related_id <> r.config_id and r.deleted_at is null
      union  all
      select 'config', r.related_id, 'config', r.config_id, 'parent', null
      from   config_relationships r
      where  r.related_id = any (in_items_with_parents) and r.related_id <> r.config_id and r.relation = 'hard' and r.deleted_at is null
      union  all
      select 'config', r.related_id, 'config', r.config_id, 'used', r.relation
      from   config_relationships r
      where  r.related_id = any (in_used_items) and r.related_id <> r.config_id and r.relation is distinct from 'hard' and r.deleted_at is null
    ) e
    -- Limits the number of edges per level, which bounds the cost of a shared item with very many users.
    limit  50000
  ), found as materialized (
    select distinct e.kind, e.id
    from   edges e
    where  e.kind = any (in_kinds) and e.id not in (select unnest(in_known))
  ), chosen as materialized (
    select *
    from   (
             select 'component' as kind, c.id, coalesce(nullif(c.text, ''), c.name) as name, c.type, coalesce(c.health, 'unknown') as health,
                    nullif(c.status, '') as status, c.last_transition_time as since
             from   found f
             join   components c on f.kind = 'component' and c.id = f.id
             where  c.deleted_at is null
             union  all
             select 'check', c.id, c.name, c.type,
                    check_health(c.status, c.next_runtime, c.interval_seconds, c.could_not_check_since, c.paused_at, c.paused_until),
                    null, c.last_transition_time
             from   found f
             join   checks c on f.kind = 'check' and c.id = f.id
             where  c.deleted_at is null
             union  all
             select 'config', i.id, i.name, i.type, coalesce(i.health, 'unknown'), nullif(i.status, ''),
                    case when i.health in ('unhealthy', 'warning') then i.inserted_at end
             from   found f
             join   config_items i on f.kind = 'config' and i.id = f.id
             where  i.deleted_at is null
           ) n
    order  by n.health in ('unhealthy', 'warning') desc, n.id
    limit  in_most
  )
  select (
           select coalesce(json_agg(json_build_array(e.from_kind, e.from_id, e.kind, e.id, e.via, e.relation)), '[]')
           from   edges e
           where  e.id in (select c.id from chosen c union all select unnest(in_known))
         ),
         (select coalesce(json_agg(n), '[]') from (
            select c.kind, c.id, c.name, c.type, c.health, c.status, coalesce(u.at, c.since) as since
            from   chosen c
            left   join lateral unhealthy_since(c.id, case c.kind when 'config' then c.health end) u on true
          ) n);
end;
$$;
comment on function why_level(uuid[], uuid[], uuid[], uuid[], uuid[], uuid[], uuid[], text[], integer) is 'The edges from these nodes to everything that can explain their health, and the nodes at their ends.';
