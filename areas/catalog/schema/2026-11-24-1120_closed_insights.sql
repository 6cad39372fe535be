-- An insight that has been resolved for long is closed: it is history, and nobody waits for it to come back.
alter table config_analysis drop constraint config_analysis_status_check;
alter table config_analysis add constraint config_analysis_status_check
  check (status in ('open', 'resolved', 'silenced', 'closed'));
comment on column config_analysis.status is '@enum open resolved silenced closed';

alter table config_analysis add column resolved_at timestamptz;
update config_analysis set resolved_at = last_observed where status = 'resolved';
create index config_analysis_resolved_at on config_analysis (resolved_at) where status = 'resolved';
comment on column config_analysis.resolved_at is 'When it was last found to be resolved; kept by trigger.';
