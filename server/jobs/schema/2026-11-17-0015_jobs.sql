-- Runs of jobs, and the next times of scheduled jobs.

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
-- Lists of resources show the newest job of each resource, whatever its name, and the last failure.
create index job_history_newest_of_resource on job_history (resource_type, resource_id, created_at desc);
create index job_history_failed_of_resource on job_history (resource_type, resource_id, time_start desc) where status = 'FAILED';

comment on table job_history is 'Runs of jobs, with their resource and result. @exposed @readonly @resource integrations';
comment on column job_history.agent_id is 'The agent that ran it; all zeros for this system itself.';
comment on column job_history.name is 'The name of the job, in words.';
comment on column job_history.resource_type is 'The kind of resource that the run was for, such as config_scraper; null for a job of the whole system.';
comment on column job_history.resource_id is 'Key of the resource that the run was for.';
comment on column job_history.status is 'WARNING if some of it failed; STOPPED if its process shut down first. @enum RUNNING SUCCESS WARNING FAILED STOPPED';
comment on column job_history.details is 'Errors and summaries of the run. @type JobDetails';
comment on column job_history.hostname is 'The host that it ran on.';
comment on column job_history.time_end is 'Null while it runs.';
comment on column job_history.queue is 'The queue of the job engine; null for runs outside the job engine.';
comment on column job_history.job_id is 'The job in its queue. A job that is retried has one run per attempt.';
comment on column job_history.attempt is 'The number of the attempt, from 1.';

create table job_schedules (
  name     text primary key,
  schedule text not null,
  due_at   timestamptz not null,
  run_at   timestamptz not null
);

comment on table job_schedules is 'The next time of each scheduled job. The process that advances a row sends the job, so each job runs once in the whole system.';
comment on column job_schedules.schedule is 'The schedule in the code; a different one restarts the schedule.';
comment on column job_schedules.due_at is 'The next time by the schedule alone.';
comment on column job_schedules.run_at is 'That time with a random delay, so that jobs with the same schedule do not all start together.';
