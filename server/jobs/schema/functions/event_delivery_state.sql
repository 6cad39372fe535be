-- Only the owner may read the engine's tables. This function returns what event_deliveries needs: counts, and no payload.
-- It is plpgsql for late binding, because the engine's schema is installed after ours.
create or replace function event_delivery_state()
returns table (listeners bigint, delivered bigint, last_delivered timestamptz)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select (select count(*) from jobs.queue q where q.name like 'event.%'),
         count(*),
         max(j.completed_on)
  from   jobs.job j
  where  j.name like 'event.%'
  and    j.state = 'completed'
  and    j.completed_on > now() - interval '10 minutes';
end;
$$;
comment on function event_delivery_state() is 'The listeners of events, and the deliveries of the last ten minutes; the engine keeps completed jobs no longer.';
