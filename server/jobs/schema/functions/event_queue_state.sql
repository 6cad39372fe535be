-- Only the owner may read the engine's tables. This function returns only the values that event_queue_summary needs,
-- without payloads and listeners. It is plpgsql for late binding, because the schema of the job engine is installed
-- after the schema of Quarterdeck.
create or replace function event_queue_state()
returns table (name text, is_given_up boolean, attempts integer, error text, created_at timestamptz, last_attempt timestamptz)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select j.data ->> 'name',
         false,
         case when j.started_on is null then 0 else j.retry_count + 1 end,
         coalesce(j.output ->> 'message', j.output #>> '{value,message}'),
         j.created_on,
         j.started_on
  from   jobs.job j
  where  j.name like 'event.%'
  and    j.state <= 'active'
  union  all
  select d.data ->> 'name',
         true,
         d.source_retry_count + 1,
         coalesce(d.source_output ->> 'message', d.source_output #>> '{value,message}'),
         d.source_created_on,
         d.created_on
  from   jobs.job d
  where  d.name = 'dead_letters'
  and    d.source_name like 'event.%'
  and    d.state <= 'active'
  union  all
  select i.event ->> 'name',
         coalesce(i.retry_at = 'infinity', false),
         i.attempts,
         i.error,
         i.created_at,
         i.last_attempt
  from   public.event_inbox i;
end;
$$;
comment on function event_queue_state() is 'Events that have not been delivered yet: one row per event and listener.';
