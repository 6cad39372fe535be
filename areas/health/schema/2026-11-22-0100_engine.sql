-- What the engine keeps beside each check.

alter table checks
  add column made_by     uuid constraint checks_made_by_fkey references checks on delete cascade,
  add column told_status text check (told_status in ('healthy', 'unhealthy'));
create index checks_made_by on checks (made_by) where made_by is not null;

comment on column checks.made_by is 'The check that made it from what it found.';
comment on column checks.told_status is 'The status that events last told of; another than the present one while an alert is held. @enum healthy unhealthy';

-- Every run moves its turn in the index of what is due: what is left behind has to go often, not after a fifth of the table.
alter table check_turns set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
