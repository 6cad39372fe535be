-- The roll-up of health, status, summary and costs. Writers record the components whose inputs changed; the roll-up of
-- areas/topology/server/health computes them and their ancestors.

create table component_dirt (
  id           bigint generated always as identity primary key,
  component_id uuid,
  team_id      uuid,
  is_edited    boolean not null default false,
  constraint component_dirt_about check (num_nonnulls(component_id, team_id) = 1)
)
-- Every row is deleted soon.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

comment on table component_dirt is 'Components to compute again, and teams to match with components again: one row per write, so that writers never wait for each other. The roll-up deletes the rows. @watched';
comment on column component_dirt.is_edited is 'Whether the component itself changed, so that selectors of teams may match it differently.';

-- The roll-up updates health, status, summary and costs. With free space in the page, such an update changes no index.
alter table components set (fillfactor = 75);

-- The roll-up counts as an update of a component only if it changes its health or status.
call keep_row_rules('components', '{agent_id,topology_id,external_id,parent_id,config_id,name,text,topology_type,namespace,type,icon,owner,labels,path,status,status_expr,status_reason,health,health_expr,description,lifecycle,tooltip,hidden,silenced,is_leaf,schedule,selectors,log_selectors,component_checks,configs,properties,created_by,deleted_at,stated_health,stated_status}', revivable => true);

-- Rows of before the roll-up keep their health and status as the stated ones. Users did not make this change, so no
-- trigger records it.
alter table components disable trigger user;
update components set stated_health = health, stated_status = nullif(status, '');
alter table components enable trigger user;
insert into component_dirt (component_id, is_edited) select id, true from components where deleted_at is null;
insert into component_dirt (team_id) select id from teams where deleted_at is null;
