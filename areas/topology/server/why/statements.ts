// The statements of the walk. The function why_level reads one level with the server's rights; a start statement reads
// one node with the caller's rights.

/** The source of the changes that record a change of health. These changes are effects, not causes. */
export const healthTrigger = "config-db-health-trigger";

/** Calls the function why_level, whose file documents the parameters. */
export const levelStatement = {
  name: "why_level",
  text: "select edges, nodes from why_level($1, $2, $3, $4, $5, $6, $7, $8, $9)",
};

/** Reads one node, with the caller's rights. */
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
           case when i.health in ('unhealthy', 'warning') then coalesce(u.at, i.inserted_at) end as since
    from   config_items i
    left   join lateral unhealthy_since(i.id, i.health) u on true
    where  i.id = $1 and i.deleted_at is null`,
} as const;
