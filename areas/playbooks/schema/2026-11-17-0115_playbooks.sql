-- Playbooks, their runs, and approvals.

create table playbooks (
  id           uuid primary key default new_id(),
  namespace    text not null default 'default',
  name         text not null check (name <> ''),
  title        text not null default '',
  icon         text,
  description  text,
  spec         jsonb not null,
  category     text not null default '',
  source       text not null default 'UI' check (source in ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync', 'ApplicationCRD', 'System')),
  created_by   uuid references people on delete set null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  spec_secrets text
);
create unique index playbooks_name on playbooks (namespace, name, category) where deleted_at is null;
create unique index playbooks_webhook on playbooks ((spec #>> '{on,webhook,path}'))
  where deleted_at is null and coalesce(spec #>> '{on,webhook,path}', '') <> '';
create index playbooks_created_by on playbooks (created_by);
create index playbooks_title on playbooks (title) where deleted_at is null;
call keep_row_rules('playbooks');

comment on table playbooks is 'Playbooks, run manually or by events. @exposed @resource playbooks @feature playbooks @rows playbook';
comment on column playbooks.spec is '*** in place of each credential. @type PlaybookSpec';
comment on column playbooks.spec_secrets is 'The credentials of the spec. @secret @sealed';
comment on column playbooks.source is 'UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System';

create table playbook_runs (
  id                   uuid primary key default new_id(),
  playbook_id          uuid not null references playbooks on delete cascade,
  spec                 jsonb not null default '{}',
  status               text not null default 'scheduled' check (status in ('scheduled', 'running', 'sleeping', 'retrying', 'waiting', 'pending', 'pending_approval', 'completed', 'failed', 'cancelled', 'timed_out')),
  created_at           timestamptz not null default now(),
  start_time           timestamptz,
  scheduled_time       timestamptz not null default now(),
  end_time             timestamptz,
  timeout              bigint not null default 1800000000000,
  created_by           uuid references people on delete set null,
  notification_send_id uuid references notification_send_history on delete set null,
  check_id             uuid references checks on delete set null,
  config_id            uuid references config_items on delete set null,
  component_id         uuid references components on delete set null,
  parameters           jsonb,
  request              jsonb,
  agent_id             uuid not null default '00000000-0000-0000-0000-000000000000' references agents,
  parent_id            uuid references playbook_runs on delete cascade,
  error                text
);
create index playbook_runs_playbook on playbook_runs (playbook_id, created_at desc);
create index playbook_runs_due on playbook_runs (status, scheduled_time);
create index playbook_runs_roots on playbook_runs (created_at desc) where parent_id is null;
create index playbook_runs_parent on playbook_runs (parent_id) where parent_id is not null;
create index playbook_runs_start on playbook_runs (start_time desc);
create index playbook_runs_created_by on playbook_runs (created_by);
create index playbook_runs_notification on playbook_runs (notification_send_id) where notification_send_id is not null;
create index playbook_runs_check on playbook_runs (check_id, created_at desc) where check_id is not null;
create index playbook_runs_config on playbook_runs (config_id, start_time desc) where config_id is not null;
create index playbook_runs_component on playbook_runs (component_id, created_at desc) where component_id is not null;
create index playbook_runs_agent on playbook_runs (agent_id);

comment on table playbook_runs is 'Runs of playbooks. @exposed @readonly @resource playbook_runs @feature playbooks @follows playbook_id config_id component_id check_id';
comment on column playbook_runs.spec is 'The playbook at the time of the run. @type PlaybookSpec';
comment on column playbook_runs.status is '@enum scheduled running sleeping retrying waiting pending pending_approval completed failed cancelled timed_out';
comment on column playbook_runs.scheduled_time is 'Time to start or to continue.';
comment on column playbook_runs.timeout is 'Nanoseconds.';
comment on column playbook_runs.parameters is '@type Json';
comment on column playbook_runs.request is 'The data of the event or webhook that started it. @type Json';
comment on column playbook_runs.parent_id is 'The run that started it.';

create table playbook_run_actions (
  id              uuid primary key default new_id(),
  name            text not null,
  status          text not null default 'running' check (status in ('scheduled', 'running', 'waiting', 'waiting_children', 'sleeping', 'skipped', 'completed', 'failed')),
  retry_count     integer not null default 0,
  playbook_run_id uuid references playbook_runs on delete cascade,
  start_time      timestamptz,
  scheduled_time  timestamptz not null default now(),
  end_time        timestamptz,
  result          jsonb,
  is_pushed       boolean not null default false,
  agent_id        uuid default '00000000-0000-0000-0000-000000000000' references agents,
  error           text
);
create index playbook_run_actions_run on playbook_run_actions (playbook_run_id, start_time);
create index playbook_run_actions_due on playbook_run_actions (status, scheduled_time);
create index playbook_run_actions_agent on playbook_run_actions (agent_id);
call keep_row_rules('playbook_run_actions');

comment on table playbook_run_actions is 'Actions of runs. @exposed @readonly @resource playbook_runs @feature playbooks @follows playbook_run_id';
comment on column playbook_run_actions.status is '@enum scheduled running waiting waiting_children sleeping skipped completed failed';
comment on column playbook_run_actions.result is '@type Json';

create table playbook_approvals (
  id         uuid primary key default new_id(),
  run_id     uuid not null references playbook_runs on delete cascade,
  person_id  uuid references people on delete set null,
  team_id    uuid references teams on delete set null,
  created_at timestamptz not null default now(),
  constraint playbook_approvals_once unique nulls not distinct (run_id, person_id, team_id)
);
create index playbook_approvals_person on playbook_approvals (person_id);
create index playbook_approvals_team on playbook_approvals (team_id);

comment on table playbook_approvals is 'Approvals of runs. @exposed @readonly @resource playbook_runs @feature playbooks @follows run_id';

alter table permissions
  add constraint permissions_playbook_id_fkey foreign key (playbook_id) references playbooks on delete cascade;
alter table notifications
  add constraint notifications_playbook_id_fkey foreign key (playbook_id) references playbooks on delete set null,
  add constraint notifications_fallback_playbook_id_fkey foreign key (fallback_playbook_id) references playbooks on delete set null;
alter table artifacts
  add constraint artifacts_playbook_run_action_id_fkey foreign key (playbook_run_action_id) references playbook_run_actions on delete cascade;
