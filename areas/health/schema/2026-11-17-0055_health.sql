-- Health: canaries, their checks, every run of a check, and maintenance windows.

create table canaries (
  id           uuid primary key default new_id(),
  agent_id     uuid not null default '00000000-0000-0000-0000-000000000000' references agents,
  name         text not null check (name <> ''),
  namespace    text not null default 'default',
  labels       jsonb check (are_labels(labels)),
  annotations  jsonb,
  spec         jsonb not null,
  source       text,
  is_pushed    boolean not null default false,
  created_by   uuid references people on delete set null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  spec_secrets text
);
create unique index canaries_name on canaries (agent_id, name, namespace, source) nulls not distinct
  where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000';
create index canaries_agent on canaries (agent_id);
create index canaries_source on canaries (source);
create index canaries_created_by on canaries (created_by);
create index canaries_by_name on canaries (name) where deleted_at is null;
-- A canary that is removed from its file and added again keeps its history.
call keep_row_rules('canaries', '{spec,spec_secrets}', revivable => true);

comment on table canaries is 'Groups of checks with one schedule. @exposed @resource canaries @feature health @rows canary';
comment on column canaries.labels is '@type Labels';
comment on column canaries.annotations is '@type Labels';
comment on column canaries.spec is 'The checks by kind, and their schedule; *** in place of each credential. @type Json';
comment on column canaries.spec_secrets is 'The credentials of the spec. @secret @sealed';
comment on column canaries.source is 'UI if it is edited here; otherwise the place where it is kept, such as a file or component/<id>. @origin';
comment on column canaries.updated_at is 'The last change of the spec.';

create table checks (
  id                     uuid primary key default new_id(),
  canary_id              uuid not null constraint checks_canary_id_fkey references canaries on delete cascade,
  agent_id               uuid not null default '00000000-0000-0000-0000-000000000000' constraint checks_agent_id_fkey references agents,
  type                   text not null,
  name                   text not null,
  namespace              text,
  description            text,
  icon                   text,
  spec                   jsonb,
  labels                 jsonb check (are_labels(labels)),
  owner                  text,
  severity               text check (severity in ('info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical')),
  category               text,
  is_pushed              boolean not null default false,
  transformed            boolean not null default false,
  last_runtime           timestamptz,
  next_runtime           timestamptz,
  last_transition_time   timestamptz,
  silenced_at            timestamptz,
  status                 text check (status in ('healthy', 'unhealthy')),
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  deleted_at             timestamptz,
  interval_seconds       integer check (interval_seconds > 0),
  could_not_check_since  timestamptz,
  could_not_check_reason text,
  alert_held_since       timestamptz,
  made_by                uuid constraint checks_made_by_fkey references checks on delete cascade,
  told_status            text check (told_status in ('healthy', 'unhealthy')),
  spec_secrets           text,
  canary_secrets         text,
  paused_at              timestamptz,
  paused_until           timestamptz,
  paused_by              uuid constraint checks_paused_by_fkey references people on delete set null,
  pause_reason           text check (length(pause_reason) <= 500),
  constraint checks_name unique (canary_id, type, name, agent_id),
  constraint checks_pause_order check (paused_until >= paused_at)
)
-- A run updates last_runtime and next_runtime: with free space in the page and no index on them, no index changes.
with (fillfactor = 80);
create index checks_canary on checks (canary_id, transformed);
create index checks_agent on checks (agent_id);
create index checks_by_name on checks (name);
create index checks_deleted on checks (deleted_at) where deleted_at is not null;
create index checks_labels on checks using gin (labels jsonb_path_ops) with (fastupdate = off);
create index checks_made_by on checks (made_by) where made_by is not null;
create index checks_paused_by on checks (paused_by) where paused_by is not null;
call keep_row_rules('checks', '{type,name,namespace,description,icon,spec,spec_secrets,canary_secrets,labels,owner,severity,category,silenced_at}', revivable => true);

comment on table checks is 'Checks with their current state. @exposed @resource canaries @feature health @follows canary_id';
comment on column checks.spec is 'The check as in the spec of its canary; *** in place of each credential. @type Json';
comment on column checks.spec_secrets is 'The credentials of the spec, for a check that is not in the spec of its canary. @secret @sealed';
comment on column checks.canary_secrets is 'A digest of the sealed credentials of the canary, which changes when they do. @secret';
comment on column checks.labels is '@type Labels';
comment on column checks.severity is '@enum info warning low medium high blocker critical';
comment on column checks.status is 'Null before its first run. @enum healthy unhealthy';
comment on column checks.transformed is 'Whether another check created it from its results.';
comment on column checks.last_transition_time is 'The last change of the status.';
comment on column checks.updated_at is 'A run does not count as an update.';
comment on column checks.interval_seconds is 'Seconds between two runs by its schedule; null for a check that never runs by itself.';
comment on column checks.could_not_check_since is 'Start of a fault on our side that prevents the check; null otherwise.';
comment on column checks.could_not_check_reason is 'The fault on our side, in words.';
comment on column checks.alert_held_since is 'Time when its alert was held back because a check that it depends on fails.';
comment on column checks.made_by is 'The check that created it from its results.';
comment on column checks.told_status is 'The last status that was published as an event; it differs from the current one while an alert is held. @enum healthy unhealthy';
comment on column checks.paused_at is 'Start of the latest pause. The check is paused now while paused_until is null or in the future. Written by the pause and resume commands.';
comment on column checks.paused_until is 'End of the latest pause; null while it has no end. Resuming a check sets it to the current time.';
comment on column checks.paused_by is 'The person who paused the check.';

create table check_facets (
  kind  text not null check (kind = 'labels'),
  key   text not null,
  value text not null,
  primary key (kind, key, value)
);

comment on table check_facets is 'Labels of existing checks. Maintained by triggers. @exposed @readonly @resource database @feature health';

create trigger facets_insert after insert on checks referencing new table as came
for each statement execute function keep_facets('check_facets', 'labels');
create trigger facets_update after update on checks referencing old table as gone new table as came
for each statement execute function keep_facets('check_facets', 'labels');
create trigger facets_delete after delete on checks referencing old table as gone
for each statement execute function keep_facets('check_facets', 'labels');

create table check_turns (
  id           uuid primary key,
  canary_id    uuid not null references canaries on delete cascade,
  check_id     uuid references checks on delete cascade,
  schedule     text not null,
  due_at       timestamptz not null,
  lease        uuid,
  leased_until timestamptz,
  constraint check_turns_lease check ((lease is null) = (leased_until is null))
)
-- Every run moves its turn in the index on due_at, so dead entries must be removed often.
with (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0
);
create index check_turns_due on check_turns (due_at);
create index check_turns_canary on check_turns (canary_id);
create index check_turns_check on check_turns (check_id);

comment on table check_turns is 'The next run of each check, or of a canary whose checks depend on each other.';
comment on column check_turns.id is 'The id of the check or the canary.';
comment on column check_turns.check_id is 'Null for a canary that runs as a whole.';
comment on column check_turns.lease is 'The lease of the worker that runs it; results of a lost lease are not recorded.';

-- Runs of checks.

create table check_statuses (
  check_id        uuid not null references checks on delete cascade,
  time            timestamptz not null,
  status          boolean,
  duration        integer,
  message         text,
  error           text,
  details         jsonb,
  invalid         boolean,
  severity        text check (severity in ('info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical')),
  created_at      timestamptz not null default now(),
  is_pushed       boolean not null default false,
  could_not_check boolean not null default false,
  in_maintenance  boolean not null default false,
  metrics         jsonb,
  primary key (check_id, time)
) partition by range (time);
create index check_statuses_time on check_statuses using brin (time);
create table check_statuses_default partition of check_statuses default;

comment on table check_statuses is 'Every run of a check, with one partition per day. @exposed @resource canaries @feature health @follows check_id';
comment on column check_statuses.status is 'Whether it passed.';
comment on column check_statuses.duration is 'Milliseconds.';
comment on column check_statuses.details is '@type Json';
comment on column check_statuses.invalid is 'Whether the check itself is wrong, not its target.';
comment on column check_statuses.severity is '@enum info warning low medium high blocker critical';
comment on column check_statuses.could_not_check is 'A fault on our side prevented the check: the state of the target is unknown, and status is null.';
comment on column check_statuses.in_maintenance is 'It ran in a maintenance window or while its check was paused: no alert, and it does not count in uptime.';
comment on column check_statuses.metrics is '@type Json';

create table check_statuses_1h (
  check_id   uuid not null references checks on delete cascade,
  created_at timestamptz not null,
  duration   bigint not null,
  total      integer not null,
  passed     integer not null,
  failed     integer not null,
  primary key (check_id, created_at)
);
create index check_statuses_1h_created_at on check_statuses_1h using brin (created_at);

comment on table check_statuses_1h is 'Totals of the runs of each check per hour. @exposed @readonly @resource canaries @feature health @follows check_id';
comment on column check_statuses_1h.created_at is 'Start of the hour.';
comment on column check_statuses_1h.duration is 'Milliseconds of all runs together.';

create table check_statuses_1d (
  check_id   uuid not null references checks on delete cascade,
  created_at timestamptz not null,
  duration   bigint not null,
  total      integer not null,
  passed     integer not null,
  failed     integer not null,
  primary key (check_id, created_at)
);
create index check_statuses_1d_created_at on check_statuses_1d using brin (created_at);

comment on table check_statuses_1d is 'Totals of the runs of each check per day. @exposed @readonly @resource canaries @feature health @follows check_id';
comment on column check_statuses_1d.created_at is 'Start of the day in UTC.';
comment on column check_statuses_1d.duration is 'Milliseconds of all runs together.';

create table check_status_summaries (
  check_id   uuid primary key references checks on delete cascade,
  p99        integer,
  p97        integer,
  p95        integer,
  p50        integer,
  mean       double precision,
  passed     bigint not null,
  failed     bigint not null,
  last_check timestamptz not null,
  last_pass  timestamptz,
  last_fail  timestamptz,
  updated_at timestamptz not null default now()
)
with (fillfactor = 70);

comment on table check_status_summaries is 'Summary of each check over the last hour, or of its last run if that is older. Maintained by triggers and summarise_checks. @exposed @readonly @resource canaries @feature health @follows check_id';
comment on column check_status_summaries.p99 is 'Milliseconds, like the others.';

-- The runs of the last hour in slots of ten minutes, so that a summary reads seven small adjacent rows instead of one page
-- per run.
create table check_status_slots (
  check_id uuid not null references checks on delete cascade,
  slot     smallint not null check (slot between 0 and 7),
  began    timestamptz not null,
  times    timestamptz[] not null,
  took     integer[] not null,
  how      smallint[] not null,
  primary key (check_id, slot)
)
with (fillfactor = 60);

comment on table check_status_slots is 'The latest runs of each check in slots of ten minutes, with durations and results. Maintained by triggers.';
comment on column check_status_slots.slot is 'The ten minutes of the day, modulo eight; older runs are overwritten.';
comment on column check_status_slots.took is 'Milliseconds, in the order of times.';
comment on column check_status_slots.how is '1 passed, 2 failed; 3 and 4 the same without counting in uptime; 0 unknown.';

create table check_config_relationships (
  config_id   uuid not null references config_items on delete cascade,
  check_id    uuid not null references checks on delete cascade,
  canary_id   uuid not null references canaries on delete cascade,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  selector_id text,
  is_pushed   boolean not null default false,
  constraint check_config_relationships_once unique nulls not distinct (config_id, check_id, canary_id, selector_id)
);
create index check_config_relationships_check on check_config_relationships (check_id);
create index check_config_relationships_canary on check_config_relationships (canary_id);
call keep_row_rules('check_config_relationships', revivable => true);

comment on table check_config_relationships is 'The config items of each check. @exposed @resource canaries @feature health @follows config_id check_id';
comment on column check_config_relationships.selector_id is 'The rule that created it.';

create table check_static_objects (
  id          uuid primary key default new_id(),
  check_id    uuid not null,
  canary      jsonb not null,
  cluster     jsonb not null,
  api_version text not null,
  kind        text not null,
  namespace   text not null,
  name        text not null,
  created_at  timestamptz not null default now()
);
create unique index check_static_objects_once
  on check_static_objects (check_id, md5(cluster::text), api_version, kind, namespace, name);

comment on table check_static_objects is 'Objects that checks create in clusters and leave there, until the check or its spec no longer contains them.';
comment on column check_static_objects.check_id is 'No foreign key, because a dry run has no row.';
comment on column check_static_objects.canary is 'The canary that connects to the cluster. @type Json';
comment on column check_static_objects.cluster is 'The cluster as in the spec: connection, kubeconfig. @type Json';
comment on column check_static_objects.namespace is 'Empty for cluster-scoped objects.';

create table maintenance_windows (
  id               uuid primary key default new_id(),
  name             text not null check (name <> ''),
  description      text,
  check_id         uuid references checks on delete cascade,
  canary_id        uuid references canaries on delete cascade,
  label_selector   text check (label_selector <> ''),
  starts_at        timestamptz not null default now(),
  ends_at          timestamptz,
  schedule         text,
  duration_minutes integer check (duration_minutes > 0),
  created_by       uuid references people on delete set null,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  deleted_at       timestamptz,
  constraint maintenance_windows_about check (num_nonnulls(check_id, canary_id, label_selector) = 1),
  constraint maintenance_windows_order check (ends_at > starts_at),
  constraint maintenance_windows_once check (
    case when schedule is null then ends_at is not null and duration_minutes is null else duration_minutes is not null end
  )
);
create index maintenance_windows_check on maintenance_windows (check_id);
create index maintenance_windows_canary on maintenance_windows (canary_id);
create index maintenance_windows_created_by on maintenance_windows (created_by);
call keep_row_rules('maintenance_windows', '{name,description,check_id,canary_id,label_selector,starts_at,ends_at,schedule,duration_minutes}');

comment on table maintenance_windows is 'Times in which runs are recorded without alerts. Windows with a label selector are visible to everyone who sees any check. @exposed @resource canaries @feature health @follows check_id canary_id';
comment on column maintenance_windows.label_selector is 'Selects checks by their labels and the labels of their canary: app=web,env!=test.';
comment on column maintenance_windows.starts_at is 'For a recurring window: start of the recurrence.';
comment on column maintenance_windows.ends_at is 'For a recurring window: end of the recurrence; null if it has no end.';
comment on column maintenance_windows.schedule is 'Start times of a recurring window: cron, by default in UTC.';
comment on column maintenance_windows.duration_minutes is 'Duration of each recurrence.';

alter table permissions
  add constraint permissions_canary_id_fkey foreign key (canary_id) references canaries on delete cascade;
alter table artifacts
  add constraint artifacts_check_id_fkey foreign key (check_id) references checks on delete cascade;
