-- A config item whose health changed has that among its changes. Agents tell of their own.
create or replace function record_health_change() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into config_changes (config_id, change_type, severity, source, summary, details)
  select c.id,
         case c.health when 'healthy' then 'Healthy' when 'unhealthy' then 'Unhealthy' when 'warning' then 'Warning' else 'HealthUnknown' end,
         case c.health when 'unhealthy' then 'medium' when 'warning' then 'low' else 'info' end,
         'config-db-health-trigger',
         concat_ws(': ', nullif(c.status, ''), nullif(c.description, '')),
         jsonb_build_object(
           'previous', jsonb_build_object('health', g.health, 'status', g.status, 'ready', g.ready, 'description', g.description),
           'current', jsonb_build_object('health', c.health, 'status', c.status, 'ready', c.ready, 'description', c.description)
         )
  from   came c
  join   gone g on g.id = c.id
  where  g.health is distinct from c.health and c.agent_id = '00000000-0000-0000-0000-000000000000'
  order  by c.id;
  return null;
end;
$$;
comment on function record_health_change() is 'Writes the change that a new health is.';

create or replace trigger record_health after update on config_items referencing old table as gone new table as came
for each statement execute function record_health_change();
