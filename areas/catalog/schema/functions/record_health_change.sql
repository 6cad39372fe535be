-- A config item whose health changed has that among its changes. Agents tell of their own.
create or replace function record_health_change() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into config_changes (config_id, change_type, severity, source, summary, details)
  values (
    new.id,
    case new.health when 'healthy' then 'Healthy' when 'unhealthy' then 'Unhealthy' when 'warning' then 'Warning' else 'HealthUnknown' end,
    case new.health when 'unhealthy' then 'medium' when 'warning' then 'low' else 'info' end,
    'config-db-health-trigger',
    concat_ws(': ', nullif(new.status, ''), nullif(new.description, '')),
    jsonb_build_object(
      'previous', jsonb_build_object('health', old.health, 'status', old.status, 'ready', old.ready, 'description', old.description),
      'current', jsonb_build_object('health', new.health, 'status', new.status, 'ready', new.ready, 'description', new.description)
    )
  );
  return null;
end;
$$;
comment on function record_health_change() is 'Writes the change that a new health is.';

create or replace trigger record_health after update on config_items
for each row when (old.health is distinct from new.health and new.agent_id = '00000000-0000-0000-0000-000000000000')
execute function record_health_change();
