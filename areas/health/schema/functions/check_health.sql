-- Computes the health that lists show, like healthOf in areas/health/model.ts, but without maintenance windows.
create or replace function check_health(
  status text, next_runtime timestamptz, interval_seconds integer, could_not_check_since timestamptz,
  paused_at timestamptz, paused_until timestamptz
) returns text
language sql stable parallel safe
return (
  case when is_paused(paused_at, paused_until) then 'paused'
       when could_not_check_since < now() - 3 * coalesce(interval_seconds, 0) * interval '1 s' then 'unknown'
       when next_runtime < now() - 3 * interval_seconds * interval '1 s' then 'unknown'
       else coalesce(status, 'unknown')
  end
);
comment on function check_health(text, timestamptz, integer, timestamptz, timestamptz, timestamptz) is 'The health of a check as lists show it: healthy, unhealthy, unknown or paused.';
