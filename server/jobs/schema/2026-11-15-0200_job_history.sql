-- Each run of a job, from its start on, and when scheduled jobs are due.

create table job_history (
  id              uuid primary key default new_id(),
  agent_id        uuid not null default '00000000-0000-0000-0000-000000000000',
  name            text not null,
  resource_type   text,
  resource_id     text,
  status          text not null check (status in ('RUNNING', 'SUCCESS', 'WARNING', 'FAILED', 'STOPPED')),
  success_count   integer not null default 0,
  error_count     integer not null default 0,
  details         jsonb,
  hostname        text,
  duration_millis integer,
  time_start      timestamptz not null default now(),
  time_end        timestamptz,
  created_at      timestamptz not null default now(),
  queue           text,
  job_id          uuid,
  attempt         integer
);
create index job_history_by_age on job_history (created_at desc);
create index job_history_by_resource on job_history (resource_type, resource_id, name, created_at desc);
create index job_history_by_name on job_history (name, created_at desc);
create index job_history_running on job_history (queue, job_id) where status = 'RUNNING';

comment on table job_history is 'Runs of jobs: what ran, on what, how it ended. @exposed @readonly @resource integrations';
comment on column job_history.agent_id is 'Where it ran; all zeros for this system itself.';
comment on column job_history.name is 'The job, in words.';
comment on column job_history.resource_type is 'What the run was about, such as config_scraper; null for a job of the whole system.';
comment on column job_history.resource_id is 'Key of what the run was about.';
comment on column job_history.status is 'WARNING when some of it failed; STOPPED when its process shut down first. @enum RUNNING SUCCESS WARNING FAILED STOPPED';
comment on column job_history.details is 'Errors and summaries of the run. @type JobDetails';
comment on column job_history.hostname is 'The machine it ran on.';
comment on column job_history.time_end is 'Null while it runs.';
comment on column job_history.queue is 'Where the job engine keeps the job; null for runs that did not come through it.';
comment on column job_history.job_id is 'The job in its queue. A job that is tried again has a run for each attempt.';
comment on column job_history.attempt is 'Which attempt of the job this run was, from 1.';

create table job_schedules (
  name     text primary key,
  schedule text not null,
  due_at   timestamptz not null,
  run_at   timestamptz not null
);

comment on table job_schedules is 'When each scheduled job is due. Whoever moves a row on sends the job, so there is one run in the whole system.';
comment on column job_schedules.schedule is 'As the code states it; a different statement starts the schedule anew.';
comment on column job_schedules.due_at is 'The next moment by the schedule alone.';
comment on column job_schedules.run_at is 'That moment and a little chance, so that jobs of one schedule do not all start together.';
