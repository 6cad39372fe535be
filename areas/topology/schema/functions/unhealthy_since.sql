-- follow_config_items records each change of health as a change of the item. The expression on change_type keeps the
-- planner from reading all changes of that type. PostgreSQL inlines a function that returns a table, which avoids a
-- function call per item.
create or replace function unhealthy_since(item uuid, health text) returns table (at timestamptz)
language sql stable
as $$
  select h.created_at
  from   config_changes h
  where  health in ('unhealthy', 'warning') and h.config_id = item and h.change_type || '' in ('Unhealthy', 'Warning')
  and    h.source = 'config-db-health-trigger'
  order  by h.created_at desc
  limit  1
$$;
comment on function unhealthy_since(uuid, text) is 'The time at which a config item became unhealthy or got a warning; no row if it already was when it was found.';
