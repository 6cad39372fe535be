-- Selectors of components are evaluated again for the rows that writers record here (areas/topology/server/links).

create table link_dirt (
  id        bigint generated always as identity primary key,
  relation  text not null,
  target_id uuid not null
)
-- Every row is deleted soon.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

comment on table link_dirt is 'Config items, checks and components that selectors may match differently: one row per write, so that writers never wait for each other. The keeper of links deletes the rows.';
comment on column link_dirt.relation is 'The table of the row: config_items, checks or components.';
