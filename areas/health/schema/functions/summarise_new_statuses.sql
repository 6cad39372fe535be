-- Statement trigger. History that is written afterwards, such as a backfill, changes no summary of the last hour unless it
-- is the first that is known of its check.
create or replace function summarise_new_statuses() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  ids uuid[];
begin
  select array_agg(distinct c.check_id)
  into   ids
  from   came c
  where  c.time > now() - interval '1 hour'
  or     not exists (select from check_status_summaries s where s.check_id = c.check_id and s.last_check >= c.time);
  if ids is not null then
    perform summarise_checks(ids);
  end if;
  return null;
end;
$$;
comment on function summarise_new_statuses() is 'Keeps the summaries of checks in step with their runs.';

create or replace trigger summarise after insert on check_statuses referencing new table as came
for each statement execute function summarise_new_statuses();
