-- A run does not count towards uptime if the check was invalid or in maintenance. A run that could not be performed has
-- no status at all.
create or replace function counts_in_uptime(invalid boolean, in_maintenance boolean) returns boolean
language sql immutable parallel safe
return invalid is not true and not in_maintenance;
comment on function counts_in_uptime(boolean, boolean) is 'Whether a run of a check counts towards its uptime.';
