-- How other systems are reached. What opens them is stored encrypted and never leaves.

create table connections (
  id           uuid primary key default new_id(),
  name         text not null check (name <> ''),
  namespace    text not null default 'default',
  type         text not null check (type <> ''),
  url          text,
  source       text check (source in ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync', 'ApplicationCRD', 'System')),
  username     text,
  password     text,
  certificate  text,
  properties   jsonb,
  sealed_url        text,
  sealed_properties text,
  insecure_tls boolean not null default false,
  has_username    boolean generated always as (username is not null) stored,
  has_password    boolean generated always as (password is not null) stored,
  has_certificate boolean generated always as (certificate is not null) stored,
  created_by   uuid references people on delete set null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz
);
create unique index connections_name on connections (namespace, name) where deleted_at is null;
create index connections_type on connections (type);
create index connections_created_by on connections (created_by);
call keep_row_rules('connections');

comment on table connections is 'How other systems are reached. @exposed @resource connections @rows connection';
comment on column connections.type is 'The kind of connection, such as postgres or slack; decides which fields mean what.';
comment on column connections.source is 'UI when it may be edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System';
comment on column connections.url is 'Where it leads, with *** in place of what is secret about it.';
comment on column connections.sealed_url is 'The whole url, encrypted, when something of it is secret. @secret @sealed';
comment on column connections.username is 'A value or a reference to one, encrypted; answered as *** when set. @masked @sealed';
comment on column connections.password is 'A value or a reference to one, encrypted; answered as *** when set. @masked @sealed';
comment on column connections.certificate is 'A value or a reference to one, encrypted; answered as *** when set. @masked @sealed';
comment on column connections.properties is 'By kind, with *** in place of those that hold a secret. @type ConnectionProperties';
comment on column connections.sealed_properties is 'The properties that hold a secret, encrypted. @secret @sealed';
comment on column connections.has_username is 'Whether there is one; what the *** is read from.';
comment on column connections.has_password is 'Whether there is one; what the *** is read from.';
comment on column connections.has_certificate is 'Whether there is one; what the *** is read from.';
comment on column connections.insecure_tls is 'Whether an unverified certificate is accepted.';
