-- A run says nothing about what it checks when the check itself was at fault, and counts for nothing in maintenance. One that
-- could not be checked has no status at all.
create or replace function counts_in_uptime(invalid boolean, in_maintenance boolean) returns boolean
language sql immutable parallel safe
return invalid is not true and not in_maintenance;
comment on function counts_in_uptime(boolean, boolean) is 'Whether a run of a check counts in its uptime.';
