-- Health and status of a component as its source states them. The roll-up reads these columns and writes health and status.

alter table components
  add column stated_health text check (stated_health in ('healthy', 'unhealthy', 'warning', 'unknown')),
  add column stated_status text;

comment on column components.stated_health is 'The health that a lookup or its spec states; null if none does. @enum healthy unhealthy warning unknown';
comment on column components.stated_status is 'The status that a lookup or its spec states; null if none does.';
