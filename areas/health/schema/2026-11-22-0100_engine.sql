-- What the engine keeps beside each check.

alter table checks
  add column made_by     uuid constraint checks_made_by_fkey references checks on delete cascade,
  add column told_status text check (told_status in ('healthy', 'unhealthy'));
create index checks_made_by on checks (made_by) where made_by is not null;

comment on column checks.made_by is 'The check that made it from what it found.';
comment on column checks.told_status is 'The status that events last told of; another than the present one while an alert is held. @enum healthy unhealthy';

-- Every run moves its turn in the index of what is due: what is left behind has to go often, not after a fifth of the table.
alter table check_turns set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- The runs of the last hour by ten minutes, so that summing a check up reads seven small rows that lie together, and not a
-- page for each of its runs.
create table check_status_slots (
  check_id uuid not null references checks on delete cascade,
  slot     smallint not null check (slot between 0 and 7),
  began    timestamptz not null,
  times    timestamptz[] not null,
  took     integer[] not null,
  how      smallint[] not null,
  primary key (check_id, slot)
) with (fillfactor = 60);
alter table check_status_summaries set (fillfactor = 70);
-- It would have to follow every run; all of them are read faster than that.
drop index check_status_summaries_age;

comment on table check_status_slots is 'The latest runs of each check by ten minutes, what they took and how they went. Kept by trigger.';
comment on column check_status_slots.slot is 'The ten minutes of the day, modulo eight: what is older than the last hour is written over.';
comment on column check_status_slots.took is 'Milliseconds, as long as the others.';
comment on column check_status_slots.how is '1 passed, 2 failed; 3 and 4 the same and do not count in uptime; 0 nothing is known.';
