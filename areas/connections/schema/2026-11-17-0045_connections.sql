-- Connections to other systems. Credentials are stored encrypted and never leave the server.

create table connections (
  id                uuid primary key default new_id(),
  name              text not null check (name <> ''),
  namespace         text not null default 'default',
  type              text not null check (type <> ''),
  url               text,
  source            text check (source in ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync', 'ApplicationCRD', 'System')),
  username          text,
  password          text,
  certificate       text,
  properties        jsonb,
  sealed_url        text,
  sealed_properties text,
  insecure_tls      boolean not null default false,
  has_username      boolean generated always as (username is not null) stored,
  has_password      boolean generated always as (password is not null) stored,
  has_certificate   boolean generated always as (certificate is not null) stored,
  created_by        uuid references people on delete set null,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  deleted_at        timestamptz
);
create unique index connections_name on connections (namespace, name) where deleted_at is null;
create index connections_type on connections (type);
create index connections_created_by on connections (created_by);
call keep_row_rules('connections');

comment on table connections is 'Connections to other systems. @exposed @resource connections @rows connection';
comment on column connections.type is 'The kind of connection, such as postgres or slack; it decides the meaning of the other columns.';
comment on column connections.source is 'UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System';
comment on column connections.url is 'The URL, with *** in place of each secret.';
comment on column connections.sealed_url is 'The whole URL, encrypted, if part of it is secret. @secret @sealed';
comment on column connections.username is 'A value or a reference to one, encrypted; reads as *** if set. @sealed';
comment on column connections.password is 'A value or a reference to one, encrypted; reads as *** if set. @sealed';
comment on column connections.certificate is 'A value or a reference to one, encrypted; reads as *** if set. @sealed';
comment on column connections.properties is 'Properties of the kind, with *** in place of each secret. @type ConnectionProperties';
comment on column connections.sealed_properties is 'The secret properties, encrypted. @secret @sealed';
comment on column connections.has_username is 'Whether the username is set; the data API reads *** from it.';
comment on column connections.has_password is 'Whether the password is set; the data API reads *** from it.';
comment on column connections.has_certificate is 'Whether the certificate is set; the data API reads *** from it.';
comment on column connections.insecure_tls is 'Whether an unverified certificate is accepted.';

create table connection_uses (
  connection_id uuid not null references connections on delete cascade,
  subject_kind  text not null check (subject_kind in ('person', 'system', 'canary', 'scraper', 'playbook', 'notification', 'topology')),
  subject_id    uuid not null,
  subject_name  text not null,
  purpose       text not null check (purpose <> ''),
  first_used_at timestamptz not null default now(),
  last_used_at  timestamptz not null default now(),
  primary key (connection_id, subject_kind, subject_id, purpose)
);
create index connection_uses_latest on connection_uses (connection_id, last_used_at desc);

comment on table connection_uses is 'Uses of each connection: subject, purpose and last time. Only the latest uses of a connection are kept. @exposed @readonly @resource connections @follows connection_id';
comment on column connection_uses.subject_kind is 'A person, the product itself, or an automation. @enum person system canary scraper playbook notification topology';
comment on column connection_uses.subject_id is 'No foreign key, because the record outlives its subject.';
comment on column connection_uses.subject_name is 'The name of the subject at that time.';
comment on column connection_uses.purpose is 'The purpose in one word: test, check, scrape, message.';
comment on column connection_uses.last_used_at is 'To the minute.';

alter table permissions
  add constraint permissions_connection_id_fkey foreign key (connection_id) references connections on delete cascade;
alter table artifacts
  add constraint artifacts_connection_id_fkey foreign key (connection_id) references connections on delete set null;
