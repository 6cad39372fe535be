-- The time at which a component changed its health, as checks have it.
alter table components add column last_transition_time timestamptz;
comment on column components.last_transition_time is 'The last change of the health. Maintained by a trigger.';
