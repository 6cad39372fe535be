-- Running checks: when each is due and who runs it, what is known of one that could not be checked, and when nobody is to
-- be woken.

-- A run writes when it was and when the next one is; with no index on either, that costs one small version of the row.
drop index checks_due;
alter table checks set (fillfactor = 80);
alter table checks
  add column interval_seconds       integer check (interval_seconds > 0),
  add column could_not_check_since  timestamptz,
  add column could_not_check_reason text,
  add column alert_held_since       timestamptz;

comment on column checks.interval_seconds is 'Between two runs by its schedule; null for one that never runs by itself.';
comment on column checks.could_not_check_since is 'Since when it could not be checked for a fault of ours; null while it is.';
comment on column checks.could_not_check_reason is 'Our fault, in words.';
comment on column checks.alert_held_since is 'When its failure was kept back because what it depends on is down.';

alter table check_statuses
  add column could_not_check boolean not null default false,
  add column in_maintenance  boolean not null default false,
  add column metrics         jsonb;

comment on column check_statuses.could_not_check is 'It could not be checked for a fault of ours: nothing is known of what it checks, and status is null.';
comment on column check_statuses.in_maintenance is 'It ran in a maintenance window: no alert, and it does not count in uptime.';
comment on column check_statuses.metrics is '@type Json';

create table check_turns (
  id           uuid primary key,
  canary_id    uuid not null references canaries on delete cascade,
  check_id     uuid references checks on delete cascade,
  schedule     text not null,
  due_at       timestamptz not null,
  lease        uuid,
  leased_until timestamptz,
  constraint check_turns_lease check ((lease is null) = (leased_until is null))
) with (fillfactor = 70);
create index check_turns_due on check_turns (due_at);
create index check_turns_canary on check_turns (canary_id);
create index check_turns_check on check_turns (check_id);

comment on table check_turns is 'What is run at one time and when next: a check, or a canary whose checks lean on one another.';
comment on column check_turns.id is 'Of the check, or of the canary.';
comment on column check_turns.check_id is 'Null for a canary that is run as a whole.';
comment on column check_turns.lease is 'Of the worker who runs it; what comes of a lease that is lost is not recorded.';

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

comment on table maintenance_windows is 'When runs of checks are recorded and nobody is woken. @exposed @resource canaries @feature health';
comment on column maintenance_windows.label_selector is 'Of checks by their labels and those of their canary: app=web,env!=test.';
comment on column maintenance_windows.starts_at is 'Of one that recurs: from when on it does.';
comment on column maintenance_windows.ends_at is 'Of one that recurs: until when it does; null for ever.';
comment on column maintenance_windows.schedule is 'When one that recurs begins each time: cron, in UTC unless it says a zone.';
comment on column maintenance_windows.duration_minutes is 'How long one that recurs lasts each time.';
