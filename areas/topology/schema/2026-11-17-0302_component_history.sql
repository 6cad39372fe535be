-- The topology as it was: each row is the state of a component, or the value of a property, until the next row.

create table component_states (
  component_id uuid not null references components on delete cascade,
  since        timestamptz not null,
  name         text not null,
  parent_id    uuid,
  health       text check (health in ('healthy', 'unhealthy', 'warning', 'unknown')),
  status       text not null,
  is_deleted   boolean not null,
  primary key (component_id, since)
);
create index component_states_since on component_states using brin (since);

comment on table component_states is 'The states of each component, each until the next one. Maintained by triggers. @exposed @readonly @resource topologies @feature topology @follows component_id';
comment on column component_states.health is '@enum healthy unhealthy warning unknown';
comment on column component_states.parent_id is 'No foreign key, because the parent may be gone.';

create table component_property_states (
  component_id uuid not null references components on delete cascade,
  property     text not null,
  since        timestamptz not null,
  value        jsonb,
  primary key (component_id, property, since)
);

comment on table component_property_states is 'Former texts and headline values of properties, each until the next one, at most one per five minutes. A property without rows never changed. Maintained by triggers.';
comment on column component_property_states.since is '-infinity for the value before the first change.';
comment on column component_property_states.value is 'The property; null while the component did not have it. @type Json';

insert into component_states (component_id, since, name, parent_id, health, status, is_deleted)
select id, created_at, name, parent_id, health, status, deleted_at is not null from components;
