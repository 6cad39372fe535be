-- What is about a canary or a check.

alter table permissions add constraint permissions_canary_id_fkey foreign key (canary_id) references canaries on delete cascade;

alter table artifacts
  add column check_id uuid constraint artifacts_check_id_fkey references checks on delete cascade,
  add column check_time timestamptz;
create index artifacts_check on artifacts (check_id, check_time) where check_id is not null;

comment on column artifacts.check_id is 'The check that produced it.';
comment on column artifacts.check_time is 'The run of the check that produced it.';
