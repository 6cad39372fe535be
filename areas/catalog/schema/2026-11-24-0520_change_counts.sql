-- How many changes there were in each quarter of a day, by type and severity: the bars above the list of changes, and how many the
-- list has. Counted from the changes themselves, a month took longer than anybody waits. Whoever writes changes only notes down
-- what came and went, so that writers never wait for one another; a job adds that up, and who reads adds what is left.

create table config_change_counts (
  period      timestamptz not null,
  change_type text not null,
  severity    text not null,
  changes     integer not null,
  primary key (period, change_type, severity)
);
create index config_change_counts_none on config_change_counts (period) where changes = 0;
comment on table config_change_counts is 'Changes of all config items by when they were last seen, without what is in config_change_notes.';
comment on column config_change_counts.period is 'When six hours begin, from midnight in UTC on.';
comment on column config_change_counts.severity is 'Or none.';

create table config_change_notes (
  period      timestamptz not null,
  change_type text not null,
  severity    text not null,
  changes     integer not null
);
comment on table config_change_notes is 'What config_change_counts do not have yet: more, or fewer. Only added to; merge_config_change_notes takes them away.';

insert into config_change_counts (period, change_type, severity, changes)
select date_bin('6 hours', created_at, '1970-01-01 00:00:00+00'), change_type, coalesce(severity, 'none'), count(*)
from   config_changes
group  by 1, 2, 3;

-- Changes of items that were deleted are counted, too, and taken away by who asks: their index has what they are counted by. With
-- that, one by type says nothing more.
drop index config_changes_of_config;
create index config_changes_of_config on config_changes (config_id, created_at desc) include (change_type, severity);
drop index config_changes_of_config_type;
