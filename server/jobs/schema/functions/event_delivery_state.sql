-- Only the owner may read the engine's tables. This function returns only the counts that event_deliveries needs,
-- without payloads. It is plpgsql for late binding, because the schema of the job engine is installed after the schema
-- of Quarterdeck.
create or replace function event_delivery_state()
returns table (delivered bigint, last_delivered timestamptz)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select coalesce(sum(d.delivered), 0)::bigint, max(d.last_delivered)
  from   (
    select t.delivered, t.last_delivered
    from   public.event_tallies t
    where  t.last_delivered > now() - interval '1 day'
    union  all
    -- The engine deletes completed jobs after ten minutes.
    select 1, j.completed_on
    from   jobs.job j
    where  j.name like 'event.%'
    and    j.state = 'completed'
  ) d;
end;
$$;
comment on function event_delivery_state() is 'The events that were delivered in the last 24 hours; of those with a job per listener, only the last ten minutes are known.';
