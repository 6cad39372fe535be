-- Whole hours are summed up again, so that late runs count and no run counts twice.
create or replace function roll_up_check_hours(since timestamptz default now() - interval '3 hours') returns integer
language plpgsql
as $$
declare
  written integer;
begin
  insert into check_statuses_1h (check_id, created_at, duration, total, passed, failed)
  select check_id,
         date_trunc('hour', time, 'UTC'),
         coalesce(sum(duration), 0),
         count(*),
         count(*) filter (where status and counts_in_uptime(invalid, in_maintenance)),
         count(*) filter (where not status and counts_in_uptime(invalid, in_maintenance))
  from   check_statuses
  where  time >= date_trunc('hour', since, 'UTC')
  group  by 1, 2
  on conflict (check_id, created_at) do update
  set    duration = excluded.duration, total = excluded.total, passed = excluded.passed, failed = excluded.failed;
  get diagnostics written = row_count;
  return written;
end;
$$;
comment on function roll_up_check_hours(timestamptz) is 'Sums up the runs of checks by hour; returns the number of written sums.';
