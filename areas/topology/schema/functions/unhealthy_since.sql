-- follow_config_items records each change of health as a change of the item. An item that was unhealthy when it was found has no
-- such change. The expression on change_type keeps the planner from reading all changes of that type.
create or replace function unhealthy_since(config_id uuid, health text, inserted_at timestamptz) returns timestamptz
language sql stable parallel safe
return (
  case when health in ('unhealthy', 'warning') then coalesce((
    select h.created_at
    from   config_changes h
    where  h.config_id = unhealthy_since.config_id and h.change_type || '' in ('Unhealthy', 'Warning')
    and    h.source = 'config-db-health-trigger'
    order  by h.created_at desc
    limit  1
  ), inserted_at) end
);
comment on function unhealthy_since(uuid, text, timestamptz) is 'The time at which a config item became unhealthy or got a warning; null for other items.';
