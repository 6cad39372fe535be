create view component_intervals with (security_invoker = true) as
select component_id, since, lead(since) over (partition by component_id order by since) as until,
       name, parent_id, health, status, is_deleted
from   component_states;

comment on view component_intervals is 'The states of each component with their ends. @exposed @resource topologies @feature topology @notnull component_id since name status is_deleted';
comment on column component_intervals.until is 'Null for the present state.';
comment on column component_intervals.health is '@enum healthy unhealthy warning unknown';
