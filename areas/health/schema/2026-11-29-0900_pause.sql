-- Pausing checks: who paused a check, since when, until when and why.

alter table checks
  add column paused_at    timestamptz,
  add column paused_until timestamptz,
  add column paused_by    uuid constraint checks_paused_by_fkey references people on delete set null,
  add column pause_reason text check (length(pause_reason) <= 500),
  add constraint checks_pause_order check (paused_until >= paused_at);
create index checks_paused_by on checks (paused_by) where paused_by is not null;

comment on column checks.paused_at is 'Start of the latest pause. The check is paused now while paused_until is null or lies ahead. Written by the pause and resume commands.';
comment on column checks.paused_until is 'End of the latest pause; null while it has no end. Resuming a check sets it to the present.';
comment on column checks.paused_by is 'The person who paused the check.';
comment on column check_statuses.in_maintenance is 'It ran in a maintenance window or while its check was paused: no alert, and it does not count in uptime.';
