// The statement that reads one level of the walk: the edges that lead away from the nodes of the previous level, and the
// nodes at their ends. It runs with the rights of the server; readable.ts removes what the caller may not read.

const isPresent = "r.deleted_at is null";

/** The source of the changes that record a change of health. They are effects, not causes. */
export const healthTrigger = "config-db-health-trigger";

/**
 * The database records each change of health as a change of the item (follow_config_items). An item that was unhealthy
 * when it was found has no such change.
 */
const configSince = `case when i.health in ('unhealthy', 'warning') then coalesce((
            select h.created_at
            from   config_changes h
            where  h.config_id = i.id and h.change_type in ('Unhealthy', 'Warning') and h.source = '${healthTrigger}'
            order  by h.created_at desc
            limit  1
          ), i.inserted_at) end`;

/**
 * Parameters: 1 components, 2 checks, 3 config items whose parts and relationships are read, 4 config items whose
 * parents and checks are read, 5 config items that others may use, 6 checks whose components are read, 7 ids of nodes
 * that are already known.
 */
export const levelStatement = {
  name: "why_level",
  text: `
  with edges as materialized (
    select 'component' as from_kind, r.parent_id as from_id, 'component' as kind, r.id, 'child' as via, null as relation
    from   components r
    where  r.parent_id = any ($1::uuid[]) and ${isPresent}
    union
    select 'component', r.relationship_id, 'component', r.component_id, 'related', null
    from   component_relationships r
    where  r.relationship_id = any ($1::uuid[]) and ${isPresent}
    union
    select 'component', r.component_id, 'check', r.check_id, 'check', null
    from   check_component_relationships r
    where  r.component_id = any ($1::uuid[]) and ${isPresent}
    union
    select 'component', r.component_id, 'config', r.config_id, 'item', null
    from   config_component_relationships r
    where  r.component_id = any ($1::uuid[]) and ${isPresent}
    union
    select 'component', r.id, 'config', r.config_id, 'item', null
    from   components r
    where  r.id = any ($1::uuid[]) and r.config_id is not null
    union
    select 'check', r.check_id, 'config', r.config_id, 'item', null
    from   check_config_relationships r
    where  r.check_id = any ($2::uuid[]) and ${isPresent}
    union
    select 'check', r.check_id, 'component', r.component_id, 'watched', null
    from   check_component_relationships r
    where  r.check_id = any ($6::uuid[]) and ${isPresent}
    union
    select 'config', r.config_id, 'check', r.check_id, 'check', null
    from   check_config_relationships r
    where  r.config_id = any ($4::uuid[]) and ${isPresent}
    union
    select 'config', r.config_id, 'config', r.related_id, case r.relation when 'hard' then 'part' else 'uses' end, r.relation
    from   config_relationships r
    where  r.config_id = any ($3::uuid[]) and r.related_id <> r.config_id and ${isPresent}
    union
    select 'config', r.related_id, 'config', r.config_id, 'parent', null
    from   config_relationships r
    where  r.related_id = any ($4::uuid[]) and r.related_id <> r.config_id and r.relation = 'hard' and ${isPresent}
    union
    select 'config', r.related_id, 'config', r.config_id, 'used', r.relation
    from   config_relationships r
    where  r.related_id = any ($5::uuid[]) and r.related_id <> r.config_id and r.relation is distinct from 'hard' and ${isPresent}
  ), found as (
    select distinct kind, id from edges where id <> all ($7::uuid[])
  )
  select (select coalesce(json_agg(e), '[]') from edges e) as edges,
         (select coalesce(json_agg(n), '[]') from (
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
            select 'config', i.id, i.name, i.type, coalesce(i.health, 'unknown'), nullif(i.status, ''), ${configSince}
            from   found f
            join   config_items i on f.kind = 'config' and i.id = f.id
            where  i.deleted_at is null
          ) n) as nodes`,
};

/** Reads one node, with the rights of the caller. */
export const startStatements = {
  component: `
    select 'component' as kind, c.id, coalesce(nullif(c.text, ''), c.name) as name, c.type, coalesce(c.health, 'unknown') as health,
           nullif(c.status, '') as status, c.last_transition_time as since
    from   components c
    where  c.id = $1 and c.deleted_at is null`,
  check: `
    select 'check' as kind, c.id, c.name, c.type,
           check_health(c.status, c.next_runtime, c.interval_seconds, c.could_not_check_since, c.paused_at, c.paused_until) as health,
           null as status, c.last_transition_time as since
    from   checks c
    where  c.id = $1 and c.deleted_at is null`,
  config: `
    select 'config' as kind, i.id, i.name, i.type, coalesce(i.health, 'unknown') as health, nullif(i.status, '') as status,
           ${configSince} as since
    from   config_items i
    where  i.id = $1 and i.deleted_at is null`,
} as const;
