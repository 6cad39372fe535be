-- Views: pages that people define by queries and panels.

create table views (
  id           uuid primary key default new_id(),
  name         text not null check (name <> ''),
  namespace    text,
  spec         jsonb not null,
  source       text not null default 'KubernetesCRD' check (source in ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync', 'ApplicationCRD', 'System')),
  labels       jsonb check (are_labels(labels)),
  created_by   uuid references people on delete set null,
  created_at   timestamptz not null default now(),
  last_ran     timestamptz,
  error        text,
  updated_at   timestamptz,
  deleted_at   timestamptz,
  spec_secrets text
);
create unique index views_name on views (namespace, name) nulls not distinct where deleted_at is null;
create index views_created_by on views (created_by);
call keep_row_rules('views', '{name,namespace,spec,spec_secrets,labels}');

comment on table views is 'Pages that people define by queries and panels. @exposed @resource views @feature views @rows view';
comment on column views.spec is 'Queries, panels and layout of the page; *** in place of each credential. @type ViewSpec';
comment on column views.spec_secrets is 'The credentials of the spec. @secret @sealed';
comment on column views.source is 'UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System';
comment on column views.labels is '@type Labels';
comment on column views.updated_at is 'A run does not count as an update.';

create table view_panels (
  view_id             uuid not null references views on delete cascade,
  request_fingerprint text not null,
  results             jsonb not null,
  agent_id            uuid not null default '00000000-0000-0000-0000-000000000000' references agents,
  refreshed_at        timestamptz not null default now(),
  primary key (view_id, request_fingerprint)
);
create index view_panels_agent on view_panels (agent_id);
create index view_panels_refreshed on view_panels (refreshed_at);

comment on table view_panels is 'The last results of the panels of a view. @exposed @readonly @resource views @feature views @follows view_id';
comment on column view_panels.request_fingerprint is 'Fingerprint of the parameters of the request.';
comment on column view_panels.results is '@type Json';
