-- An agent corrects the times of its results if its clock differs from the clock of the server.
alter table check_statuses add column agent_time timestamptz;
comment on column check_statuses.agent_time is 'The time by the clock of the agent that ran the check, if its clock differed from the clock of this server.';

-- Agents push their runs of jobs after these have ended.
alter table job_history add column is_pushed boolean not null default false;
comment on column job_history.is_pushed is 'Whether the upstream system has it.';

-- A run that counts as interrupted can still end.
create trigger unpushed before update on job_history for each row
when (old.is_pushed and new.is_pushed and old.status is distinct from new.status)
execute function mark_unpushed();
