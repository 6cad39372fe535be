-- Logging backends.

create table logging_backends (
  id           uuid primary key default new_id(),
  name         text not null check (name <> ''),
  labels       jsonb check (are_labels(labels)),
  spec         jsonb not null,
  source       text check (source in ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync', 'ApplicationCRD', 'System')),
  agent_id     uuid default '00000000-0000-0000-0000-000000000000' references agents,
  created_by   uuid references people on delete set null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz,
  deleted_at   timestamptz,
  spec_secrets text
);
create index logging_backends_agent on logging_backends (agent_id);
create index logging_backends_created_by on logging_backends (created_by);
call keep_row_rules('logging_backends');

comment on table logging_backends is 'Systems that contain logs. @exposed @resource logging_backends @feature logs';
comment on column logging_backends.labels is '@type Labels';
comment on column logging_backends.spec is '*** in place of each credential. @type Json';
comment on column logging_backends.spec_secrets is 'The credentials of the spec. @secret @sealed';
comment on column logging_backends.source is 'UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System';
