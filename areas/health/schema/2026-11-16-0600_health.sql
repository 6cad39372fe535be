-- Health: canaries, the checks they hold, and every run of a check.

create table canaries (
  id          uuid primary key default new_id(),
  agent_id    uuid not null default '00000000-0000-0000-0000-000000000000' references agents,
  name        text not null check (name <> ''),
  namespace   text not null default 'default',
  labels      jsonb check (are_labels(labels)),
  annotations jsonb,
  spec        jsonb not null,
  source      text,
  is_pushed   boolean not null default false,
  created_by  uuid references people on delete set null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  deleted_at  timestamptz
);
create unique index canaries_name on canaries (agent_id, name, namespace, source) nulls not distinct
  where deleted_at is null and agent_id = '00000000-0000-0000-0000-000000000000';
create index canaries_agent on canaries (agent_id);
create index canaries_source on canaries (source);
create index canaries_created_by on canaries (created_by);
create index canaries_by_name on canaries (name) where deleted_at is null;
call keep_row_rules('canaries', '{spec}');

comment on table canaries is 'Groups of checks with one schedule. @exposed @resource canaries @feature health @rows canary';
comment on column canaries.labels is '@type Labels';
comment on column canaries.annotations is '@type Labels';
comment on column canaries.spec is 'The checks by kind, and when they run. @type Json';
comment on column canaries.source is 'UI when it may be edited here; otherwise where it is kept, such as a file or component/<id>. @origin';
comment on column canaries.updated_at is 'When the spec last changed.';

create table checks (
  id                   uuid primary key default new_id(),
  canary_id            uuid not null constraint checks_canary_id_fkey references canaries on delete cascade,
  agent_id             uuid not null default '00000000-0000-0000-0000-000000000000' constraint checks_agent_id_fkey references agents,
  type                 text not null,
  name                 text not null,
  namespace            text,
  description          text,
  icon                 text,
  spec                 jsonb,
  labels               jsonb check (are_labels(labels)),
  owner                text,
  severity             text check (severity in ('info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical')),
  category             text,
  is_pushed            boolean not null default false,
  transformed          boolean not null default false,
  last_runtime         timestamptz,
  next_runtime         timestamptz,
  last_transition_time timestamptz,
  silenced_at          timestamptz,
  status               text check (status in ('healthy', 'unhealthy')),
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  deleted_at           timestamptz,
  constraint checks_name unique (canary_id, type, name, agent_id)
);
create index checks_canary on checks (canary_id, transformed);
create index checks_agent on checks (agent_id);
create index checks_due on checks (next_runtime) where deleted_at is null;
create index checks_by_name on checks (name) where deleted_at is null;
create index checks_deleted on checks (deleted_at) where deleted_at is not null;
create index checks_labels on checks using gin (labels jsonb_path_ops) with (fastupdate = off);
call keep_row_rules('checks', '{type,name,namespace,description,icon,spec,labels,owner,severity,category,silenced_at}', revivable => true);

comment on table checks is 'What is checked, with how it stands now. @exposed @resource canaries @feature health @follows canary_id';
comment on column checks.spec is '@type Json';
comment on column checks.labels is '@type Labels';
comment on column checks.severity is '@enum info warning low medium high blocker critical';
comment on column checks.status is 'Null until it first ran. @enum healthy unhealthy';
comment on column checks.transformed is 'Whether another check made it from what it found.';
comment on column checks.last_transition_time is 'When the status last changed.';
comment on column checks.updated_at is 'A run is no update.';

create table check_facets (
  kind  text not null check (kind = 'labels'),
  key   text not null,
  value text not null,
  primary key (kind, key, value)
);
comment on table check_facets is 'Labels that present checks carry. Kept by trigger. @exposed @readonly @resource database @feature health @facets checks labels';

create trigger facets_insert after insert on checks referencing new table as came
for each statement execute function keep_facets('check_facets', 'labels');
create trigger facets_update after update on checks referencing old table as gone new table as came
for each statement execute function keep_facets('check_facets', 'labels');
create trigger facets_delete after delete on checks referencing old table as gone
for each statement execute function keep_facets('check_facets', 'labels');

create table check_statuses (
  check_id   uuid not null references checks on delete cascade,
  time       timestamptz not null,
  status     boolean,
  duration   integer,
  message    text,
  error      text,
  details    jsonb,
  invalid    boolean,
  severity   text check (severity in ('info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical')),
  created_at timestamptz not null default now(),
  is_pushed  boolean not null default false,
  primary key (check_id, time)
) partition by range (time);
create index check_statuses_time on check_statuses using brin (time);
create table check_statuses_default partition of check_statuses default;

comment on table check_statuses is 'Every run of a check, in a partition a day. @exposed @resource canaries @feature health @follows check_id';
comment on column check_statuses.status is 'Whether it passed.';
comment on column check_statuses.duration is 'Milliseconds.';
comment on column check_statuses.details is '@type Json';
comment on column check_statuses.invalid is 'Whether the check itself was at fault, not what it checks.';
comment on column check_statuses.severity is '@enum info warning low medium high blocker critical';

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

comment on table check_statuses_1h is 'Runs of checks summed up by the hour. @exposed @readonly @resource canaries @feature health @follows check_id';
comment on column check_statuses_1h.created_at is 'When the hour begins.';
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

comment on table check_statuses_1d is 'Runs of checks summed up by the day. @exposed @readonly @resource canaries @feature health @follows check_id';
comment on column check_statuses_1d.created_at is 'When the day begins, in UTC.';
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
);
create index check_status_summaries_age on check_status_summaries (updated_at);

comment on table check_status_summaries is 'How each check did in the last hour, or at its last run when that is longer ago. Kept by trigger and by summarise_checks. @exposed @readonly @resource canaries @feature health @follows check_id';
comment on column check_status_summaries.p99 is 'Milliseconds, like the others.';

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

comment on table check_config_relationships is 'Which checks are about which config items. @exposed @resource canaries @feature health @follows config_id check_id';
comment on column check_config_relationships.selector_id is 'The rule that made it.';
