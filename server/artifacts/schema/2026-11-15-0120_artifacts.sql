-- Files that runs produce. Their bytes are in chunks beside them or in S3-compatible storage, never on a process's disk.

create table artifacts (
  id           uuid primary key default new_id(),
  path         text not null,
  filename     text not null,
  content_type text not null default 'application/octet-stream',
  size         bigint not null default 0,
  checksum     text not null default '',
  store        text not null check (store in ('database', 's3')),
  completed_at timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  expires_at   timestamptz
);
create index artifacts_expiring on artifacts (expires_at) where expires_at is not null;
create index artifacts_unfinished on artifacts (created_at) where completed_at is null;

comment on table artifacts is 'A file that a run produced. @exposed @readonly @resource database @follows check_id playbook_run_action_id config_change_id';
comment on column artifacts.path is 'Where the producer put it, such as playbooks/<action>/report.json.';
comment on column artifacts.size is 'Bytes.';
comment on column artifacts.checksum is 'SHA-256 of the bytes, in hex.';
comment on column artifacts.store is 'Where the bytes are. @enum database s3';
comment on column artifacts.completed_at is 'When the last byte was stored; null while it is being written.';
comment on column artifacts.expires_at is 'After this it is removed; null keeps it.';

create table artifact_chunks (
  artifact_id uuid not null constraint artifact_chunks_artifact_id_fkey references artifacts on delete cascade,
  number      integer not null check (number >= 0),
  content     bytea not null,
  primary key (artifact_id, number)
);

comment on table artifact_chunks is 'The bytes of an artifact in order, in pieces that a process can hold many of.';
