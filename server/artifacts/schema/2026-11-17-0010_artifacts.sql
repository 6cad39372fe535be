-- Files that runs produce. Their bytes are in chunks in the database or in S3-compatible storage, never on the disk of a
-- process.

-- The areas of the referenced rows add the foreign keys.
create table artifacts (
  id                     uuid primary key default new_id(),
  path                   text not null,
  filename               text not null,
  content_type           text not null default 'application/octet-stream',
  size                   bigint not null default 0,
  checksum               text not null default '',
  store                  text not null check (store in ('database', 's3')),
  completed_at           timestamptz,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  deleted_at             timestamptz,
  expires_at             timestamptz,
  connection_id          uuid,
  config_change_id       uuid,
  check_id               uuid,
  check_time             timestamptz,
  playbook_run_action_id uuid
);
create index artifacts_expiring on artifacts (expires_at) where expires_at is not null;
create index artifacts_unfinished on artifacts (created_at) where completed_at is null;
create index artifacts_connection on artifacts (connection_id) where connection_id is not null;
create index artifacts_config_change on artifacts (config_change_id) where config_change_id is not null;
create index artifacts_check on artifacts (check_id, check_time) where check_id is not null;
create index artifacts_playbook_run_action on artifacts (playbook_run_action_id) where playbook_run_action_id is not null;

comment on table artifacts is 'A file that a run produced. @exposed @readonly @resource database @follows check_id playbook_run_action_id config_change_id';
comment on column artifacts.path is 'The path that the producer chose, such as playbooks/<action>/report.json.';
comment on column artifacts.size is 'Bytes.';
comment on column artifacts.checksum is 'SHA-256 of the bytes, in hex.';
comment on column artifacts.store is 'Location of the bytes. @enum database s3';
comment on column artifacts.completed_at is 'Time when the last byte was stored; null while it is being written.';
comment on column artifacts.expires_at is 'It is removed after this time; null keeps it.';
comment on column artifacts.connection_id is 'The connection to the storage of the bytes, if there is one.';
comment on column artifacts.config_change_id is 'The config change that it shows.';
comment on column artifacts.check_id is 'The check that produced it.';
comment on column artifacts.check_time is 'The run of the check that produced it.';
comment on column artifacts.playbook_run_action_id is 'The playbook action that produced it.';

create table artifact_chunks (
  artifact_id uuid not null constraint artifact_chunks_artifact_id_fkey references artifacts on delete cascade,
  number      integer not null check (number >= 0),
  content     bytea not null,
  primary key (artifact_id, number)
);

comment on table artifact_chunks is 'The bytes of an artifact in order, in chunks small enough for a process to hold many of them.';
