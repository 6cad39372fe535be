-- Only the owner may read the tallies. This function returns only the counts that event_deliveries_hourly needs.
create or replace function event_delivery_hours()
returns table (delivered bigint, hour timestamptz)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select sum(t.delivered)::bigint, t.hour
  from   public.event_tallies t
  where  t.last_delivered > now() - interval '1 day'
  group  by t.hour;
end;
$$;
comment on function event_delivery_hours() is 'The events that were taken from inboxes in the last 24 hours, by hour.';
