-- The run engine: attempts of actions, leases of workers, live output, plans and approvals of plans, triggers.

-- A playbook that returns to its file is restored.
call keep_row_rules('playbooks', revivable => true);

alter table playbook_runs
  add column spec_secrets       text,
  add column parameters_secrets text,
  add column cause              text not null default 'person' check (cause in ('person', 'event', 'schedule', 'webhook', 'notification', 'parent')),
  add column plan               jsonb,
  add column plan_hash          text,
  add column former_plan        jsonb,
  add column parent_action_id   uuid,
  add column depth              integer not null default 0,
  add column cancelled_by       uuid;
create index playbook_runs_unfinished on playbook_runs (playbook_id)
  where status not in ('completed', 'failed', 'cancelled', 'timed_out');

comment on column playbook_runs.spec is 'The playbook at the time of the run, with *** in place of each credential. @type PlaybookSpec';
comment on column playbook_runs.spec_secrets is 'The credentials of the spec. @secret @sealed';
comment on column playbook_runs.parameters is '*** in place of each secret parameter. @type Json';
comment on column playbook_runs.parameters_secrets is 'The secret parameters. @secret @sealed';
comment on column playbook_runs.cause is 'The origin of the run. @enum person event schedule webhook notification parent';
comment on column playbook_runs.plan is 'The plan of all actions that an approver sees. @type Json';
comment on column playbook_runs.plan_hash is 'Hash of the spec, the parameters and the binding parts of the plan; approvals are for this hash.';
comment on column playbook_runs.former_plan is 'The approved plan, if the plan differed when the run was about to start. @type Json';
comment on column playbook_runs.parent_action_id is 'The action that started it and waits for it. No foreign key: clients embed the run of an action without a hint.';
comment on column playbook_runs.cancelled_by is 'The person who cancelled it. No foreign key: clients embed its author without a hint.';
comment on column playbook_runs.depth is 'The number of runs above it.';

alter table playbook_run_actions
  add column position     integer,
  add column timed_out    boolean not null default false,
  add column content_type text;
create unique index playbook_run_actions_attempt on playbook_run_actions (playbook_run_id, position, retry_count)
  where position is not null;

comment on column playbook_run_actions.position is 'Index of the action in the spec of the run.';
comment on column playbook_run_actions.retry_count is 'The number of the attempt, from 0.';
comment on column playbook_run_actions.timed_out is 'Whether it failed because of its time limit.';
comment on column playbook_run_actions.content_type is 'The type of its main output, if the action stated it.';

alter table playbook_approvals
  add column plan_hash text,
  add column voided_at timestamptz;
alter table playbook_approvals drop constraint playbook_approvals_once;
create unique index playbook_approvals_once on playbook_approvals (run_id, person_id, team_id) nulls not distinct
  where voided_at is null;

comment on column playbook_approvals.plan_hash is 'The approved plan.';
comment on column playbook_approvals.voided_at is 'Time when the plan turned out to differ from the approved one.';

create table playbook_leases (
  action_id  uuid primary key references playbook_run_actions on delete cascade,
  worker     uuid not null,
  until      timestamptz not null,
  is_started boolean not null default false
);

comment on table playbook_leases is 'Actions that a worker runs. A worker that does not renew its leases is lost.';
comment on column playbook_leases.is_started is 'Whether the action may have had an effect.';

create table playbook_outputs (
  action_id uuid not null references playbook_run_actions on delete cascade,
  at        bigint not null check (at >= 0),
  content   bytea not null,
  primary key (action_id, at)
);

comment on table playbook_outputs is 'Output of running actions, in pieces. At the end of an action it becomes an artifact.';
comment on column playbook_outputs.at is 'Bytes before this piece.';

create table playbook_schedules (
  playbook_id uuid not null references playbooks on delete cascade,
  position    integer not null,
  schedule    text not null,
  due_at      timestamptz not null,
  primary key (playbook_id, position)
);
create index playbook_schedules_due on playbook_schedules (due_at);

comment on table playbook_schedules is 'The next run of each schedule of a playbook.';
comment on column playbook_schedules.position is 'Index of the schedule in the spec.';

create table playbook_deliveries (
  playbook_id uuid not null references playbooks on delete cascade,
  delivery_id text not null,
  created_at  timestamptz not null default now(),
  primary key (playbook_id, delivery_id)
);
create index playbook_deliveries_age on playbook_deliveries (created_at);

comment on table playbook_deliveries is 'Deliveries of webhooks in the last day, to recognise repeated ones.';

create table playbook_trigger_counts (
  playbook_id     uuid primary key references playbooks on delete cascade,
  started         bigint not null default 0,
  skipped         bigint not null default 0,
  last_started_at timestamptz,
  last_skipped_at timestamptz,
  last_error      text,
  last_error_at   timestamptz
);

comment on table playbook_trigger_counts is 'How often triggers started a playbook. @exposed @readonly @resource playbook_runs @feature playbooks @follows playbook_id';
comment on column playbook_trigger_counts.skipped is 'Triggers within the window after another run for the same resource.';
comment on column playbook_trigger_counts.last_error is 'Why a trigger could not start a run.';
