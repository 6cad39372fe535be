-- A single number does not show whether the memory of a process grows.

alter table processes add column rss_trend integer[] not null default '{}';
comment on column processes.rss_trend is 'Its memory in MiB, once a minute for the last hour, oldest first.';
