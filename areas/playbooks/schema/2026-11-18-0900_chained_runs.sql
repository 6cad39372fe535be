-- Runs that start each other through notifications about runs end at a limit.

alter table playbook_runs add column chain integer not null default 0;
comment on column playbook_runs.chain is 'The number of runs that led to it through notifications about runs.';
