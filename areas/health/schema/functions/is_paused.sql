create or replace function is_paused(paused_at timestamptz, paused_until timestamptz) returns boolean
language sql stable parallel safe
return paused_at is not null and (paused_until is null or paused_until > now());
comment on function is_paused(timestamptz, timestamptz) is 'Whether a check is paused now.';
