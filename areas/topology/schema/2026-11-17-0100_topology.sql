-- Topology: components, the rules that build them, and their relationships.

create table topologies (
  id           uuid primary key default new_id(),
  agent_id     uuid not null default '00000000-0000-0000-0000-000000000000' references agents,
  name         text not null check (name <> ''),
  namespace    text not null default 'default',
  labels       jsonb check (are_labels(labels)),
  source       text not null default 'UI' check (source in ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync', 'ApplicationCRD', 'System')),
  spec         jsonb,
  schedule     text,
  created_by   uuid references people on delete set null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  is_pushed    boolean not null default false,
  spec_secrets text
);
create unique index topologies_name on topologies (agent_id, name, namespace)
  where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000';
create index topologies_agent on topologies (agent_id);
create index topologies_created_by on topologies (created_by);
create index topologies_created_at on topologies (created_at desc) where deleted_at is null;
call keep_row_rules('topologies');

comment on table topologies is 'Rules that build components. @exposed @resource topologies @feature topology';
comment on column topologies.labels is '@type Labels';
comment on column topologies.source is 'UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System';
comment on column topologies.spec is '*** in place of each credential. @type Json';
comment on column topologies.spec_secrets is 'The credentials of the spec. @secret @sealed';

create table components (
  id                uuid primary key default new_id(),
  agent_id          uuid not null default '00000000-0000-0000-0000-000000000000' references agents,
  topology_id       uuid references topologies,
  external_id       text not null default '',
  parent_id         uuid references components,
  config_id         uuid references config_items on delete set null,
  name              text not null check (name <> ''),
  text              text,
  topology_type     text,
  namespace         text,
  type              text,
  icon              text,
  owner             text,
  labels            jsonb check (are_labels(labels)),
  path              text,
  status            text not null default '',
  status_expr       text,
  status_reason     text,
  health            text check (health in ('healthy', 'unhealthy', 'warning', 'unknown')),
  health_expr       text,
  description       text,
  lifecycle         text,
  tooltip           text,
  hidden            boolean not null default false,
  silenced          boolean not null default false,
  is_leaf           boolean not null default false,
  schedule          text,
  summary           jsonb,
  selectors         jsonb,
  log_selectors     jsonb,
  component_checks  jsonb,
  configs           jsonb,
  properties        jsonb check (jsonb_typeof(properties) = 'array'),
  properties_values jsonb generated always as (property_values(properties)) stored,
  cost_per_minute   numeric(16, 4),
  cost_total_1d     numeric(16, 4),
  cost_total_7d     numeric(16, 4),
  cost_total_30d    numeric(16, 4),
  created_by        uuid references people on delete set null,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz default now(),
  deleted_at        timestamptz,
  is_pushed         boolean not null default false,
  constraint components_name unique (topology_id, type, name, parent_id)
);
create index components_agent on components (agent_id);
create index components_parent on components (parent_id);
create index components_config on components (config_id) where config_id is not null;
create index components_created_by on components (created_by);
create index components_by_name on components (name, external_id) where deleted_at is null;
create index components_type on components (type) where deleted_at is null;
create index components_path on components (path text_pattern_ops);
create index components_labels on components using gin (labels jsonb_path_ops) with (fastupdate = off);
create index components_properties on components using gin (properties);
create index components_properties_values on components using gin (properties_values);
call keep_row_rules('components', revivable => true);

comment on table components is 'The components of the displayed system. @exposed @resource topologies @feature topology @rows component';
comment on column components.text is 'Displayed instead of the name.';
comment on column components.labels is '@type Labels';
comment on column components.path is 'Ids of its ancestors from the root to the parent, joined by dots.';
comment on column components.status is 'Any text; empty if unknown.';
comment on column components.health is '@enum healthy unhealthy warning unknown';
comment on column components.summary is 'Totals of the component and all its descendants. @type ComponentSummary';
comment on column components.selectors is 'Selects the components below it. @type Json';
comment on column components.log_selectors is 'Selects its logs. @type Json';
comment on column components.component_checks is 'Selects its checks. @type Json';
comment on column components.configs is 'Selects its config items. @type Json';
comment on column components.properties is '@type Properties';
comment on column components.properties_values is 'For search. @type Json';

create table component_facets (
  kind  text not null check (kind = 'labels'),
  key   text not null,
  value text not null,
  primary key (kind, key, value)
);

comment on table component_facets is 'Labels of existing components. Maintained by triggers. @exposed @readonly @resource database @feature topology';

create trigger facets_insert after insert on components referencing new table as came
for each statement execute function keep_facets('component_facets', 'labels');
create trigger facets_update after update on components referencing old table as gone new table as came
for each statement execute function keep_facets('component_facets', 'labels');
create trigger facets_delete after delete on components referencing old table as gone
for each statement execute function keep_facets('component_facets', 'labels');

create table component_relationships (
  component_id      uuid not null references components on delete cascade,
  relationship_id   uuid not null references components on delete cascade,
  selector_id       text,
  relationship_path text,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  deleted_at        timestamptz,
  is_pushed         boolean not null default false,
  constraint component_relationships_once unique nulls not distinct (component_id, relationship_id, selector_id)
);
create index component_relationships_parent on component_relationships (relationship_id);
call keep_row_rules('component_relationships', revivable => true);

comment on table component_relationships is 'Components that belong to others in addition to their parent. @exposed @resource topologies @feature topology @follows component_id relationship_id';
comment on column component_relationships.component_id is 'The child.';
comment on column component_relationships.relationship_id is 'The parent.';

create table team_components (
  team_id      uuid not null references teams on delete cascade,
  component_id uuid not null references components on delete cascade,
  role         text,
  selector_id  text,
  primary key (team_id, component_id),
  constraint team_components_once unique (team_id, component_id, selector_id)
);
create index team_components_component on team_components (component_id);

comment on table team_components is 'The teams that are responsible for components. @exposed @resource topologies @feature topology @follows component_id';

create table config_component_relationships (
  component_id uuid not null constraint config_component_relationships_component_id_fkey references components on delete cascade,
  config_id    uuid not null constraint config_component_relationships_config_id_fkey references config_items on delete cascade,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  selector_id  text,
  is_pushed    boolean not null default false,
  constraint config_component_relationships_once unique (component_id, config_id)
);
create index config_component_relationships_config on config_component_relationships (config_id);
call keep_row_rules('config_component_relationships', revivable => true);

comment on table config_component_relationships is 'The config items of components. @exposed @resource config_scrapers @feature topology @follows component_id config_id';
comment on column config_component_relationships.selector_id is 'The rule that created it; manual if a person did.';

create table check_component_relationships (
  component_id uuid not null references components on delete cascade,
  check_id     uuid not null references checks on delete cascade,
  canary_id    uuid not null references canaries on delete cascade,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  selector_id  text,
  is_pushed    boolean not null default false,
  constraint check_component_relationships_once unique nulls not distinct (component_id, check_id, canary_id, selector_id)
);
create index check_component_relationships_check on check_component_relationships (check_id);
create index check_component_relationships_canary on check_component_relationships (canary_id);
call keep_row_rules('check_component_relationships', revivable => true);

comment on table check_component_relationships is 'The checks of components. @exposed @resource canaries @feature topology @follows component_id check_id';
comment on column check_component_relationships.selector_id is 'The rule that created it.';

alter table permissions
  add constraint permissions_component_id_fkey foreign key (component_id) references components on delete cascade;
