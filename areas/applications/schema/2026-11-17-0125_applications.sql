-- Applications, the subjects of the audit report.

create table applications (
  id           uuid primary key default new_id(),
  name         text not null check (name <> ''),
  namespace    text,
  description  text,
  spec         jsonb not null,
  labels       jsonb check (are_labels(labels)),
  source       text not null default 'UI' check (source in ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync', 'ApplicationCRD', 'System')),
  created_by   uuid references people on delete set null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz,
  deleted_at   timestamptz,
  spec_secrets text
);
create unique index applications_name on applications (namespace, name) nulls not distinct where deleted_at is null;
create index applications_created_by on applications (created_by);
call keep_row_rules('applications');

comment on table applications is 'Applications, with rules that find their people, environments and risks. @exposed @resource database @feature applications';
comment on column applications.spec is '*** in place of each credential. @type Json';
comment on column applications.spec_secrets is 'The credentials of the spec. @secret @sealed';
comment on column applications.labels is '@type Labels';
comment on column applications.source is 'UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System';

alter table config_scrapers
  add constraint config_scrapers_application_id_fkey foreign key (application_id) references applications on delete cascade;
