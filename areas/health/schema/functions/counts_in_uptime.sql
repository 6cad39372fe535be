-- A run does not count when the check was invalid, or in maintenance. A run that could not be done has no status at all.
create or replace function counts_in_uptime(invalid boolean, in_maintenance boolean) returns boolean
language sql immutable parallel safe
return invalid is not true and not in_maintenance;
comment on function counts_in_uptime(boolean, boolean) is 'Whether a run of a check counts in its uptime.';
