-- Alerts that Prometheus and Alertmanager send. Each alert is a check of the canary of its source; this table has what a
-- check has no columns for.

create table alerts (
  canary_id     uuid not null references canaries on delete cascade,
  fingerprint   text not null,
  check_id      uuid references checks on delete cascade,
  labels        jsonb not null check (are_labels(labels)),
  annotations   jsonb not null check (are_labels(annotations)),
  generator_url text,
  starts_at     timestamptz not null,
  ends_at       timestamptz,
  updated_at    timestamptz not null default now(),
  reported      text check (reported in ('firing', 'resolved')),
  primary key (canary_id, fingerprint)
);
create index alerts_check on alerts (check_id);
-- The next alert to resolve, and the alerts to delete.
create index alerts_ends_at on alerts (ends_at) where reported is distinct from 'resolved';
create index alerts_resolved on alerts (ends_at) where reported = 'resolved';

comment on table alerts is 'Alerts with the times and annotations that their sender gave. @lookup';
comment on column alerts.canary_id is 'The canary of the source.';
comment on column alerts.fingerprint is 'A digest of the labels, which identify the alert within its source.';
comment on column alerts.check_id is 'Null until the first result of its check is recorded.';
comment on column alerts.labels is '@type Labels';
comment on column alerts.annotations is '@type Labels';
comment on column alerts.ends_at is 'The time at which the alert is resolved unless its sender repeats it; null if only the sender resolves it.';
comment on column alerts.reported is 'The last status that was recorded for its check. @enum firing resolved';
