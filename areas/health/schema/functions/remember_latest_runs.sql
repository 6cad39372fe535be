-- Needed after runs were written without the trigger, such as a restored history or seed data.
create or replace function remember_latest_runs() returns integer
language plpgsql
as $$
declare
  written integer;
begin
  insert into check_status_slots (check_id, slot, began, times, took, how)
  select r.check_id, (extract(epoch from r.began) / 600)::bigint % 8, r.began, r.times, r.took, r.how
  from   checks c
  cross  join lateral (
           select s.check_id, date_bin('10 minutes', s.time, '2000-01-01 00:00:00+00') as began,
                  array_agg(s.time) as times, array_agg(s.duration) as took,
                  array_agg(how_it_went(s.status, s.invalid, s.in_maintenance)) as how
           from   check_statuses s
           where  s.check_id = c.id
           and    s.time > (select n.time from check_statuses n where n.check_id = c.id order by n.time desc limit 1) - interval '1 hour'
           group  by 1, 2
         ) r
  on conflict (check_id, slot) do update
  set    began = excluded.began, times = excluded.times, took = excluded.took, how = excluded.how
  where  check_status_slots.began <= excluded.began;
  get diagnostics written = row_count;
  return written;
end;
$$;
comment on function remember_latest_runs() is 'Computes the slots of every check from its last hour of runs; returns how many.';
