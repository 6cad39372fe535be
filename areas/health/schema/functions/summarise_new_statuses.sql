-- Runs as a statement trigger. Older runs, such as a backfill, do not change the summary of the last hour unless they
-- are the newest runs of their check.
create or replace function summarise_new_statuses() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  ids uuid[];
begin
  with lately as (
    select c.check_id, c.time, c.duration, how_it_went(c.status, c.invalid, c.in_maintenance) as how
    from   came c
    where  c.time > now() - interval '1 hour'
    or     not exists (select from check_status_summaries s where s.check_id = c.check_id and s.last_check >= c.time)
  ), kept as (
    insert into check_status_slots as present (check_id, slot, began, times, took, how)
    select distinct on (l.check_id, slot)
           l.check_id, (extract(epoch from l.began) / 600)::bigint % 8 as slot, l.began, l.times, l.took, l.how
    from   (
             select check_id, date_bin('10 minutes', time, '2000-01-01 00:00:00+00') as began,
                    array_agg(time) as times, array_agg(duration) as took,
                    array_agg(how) as how
             from   lately
             group  by 1, 2
           ) l
    -- When a long history is written at once, only the latest rows of each slot are kept.
    order  by l.check_id, slot, l.began desc
    on conflict (check_id, slot) do update
    set    began = excluded.began,
           times = case when present.began = excluded.began then present.times || excluded.times else excluded.times end,
           took = case when present.began = excluded.began then present.took || excluded.took else excluded.took end,
           how = case when present.began = excluded.began then present.how || excluded.how else excluded.how end
    where  present.began <= excluded.began
  )
  select array_agg(distinct check_id) into ids from lately;
  if ids is not null then
    perform summarise_checks(ids);
  end if;
  return null;
end;
$$;
comment on function summarise_new_statuses() is 'Updates the summaries of checks after new runs.';

create or replace trigger summarise after insert on check_statuses referencing new table as came
for each statement execute function summarise_new_statuses();
