-- Whole days are summed up again, so that late runs count and no run counts twice.
create or replace function roll_up_check_days(since timestamptz default now() - interval '3 days') returns integer
language plpgsql
as $$
declare
  written integer;
begin
  insert into check_statuses_1d (check_id, created_at, duration, total, passed, failed)
  select check_id,
         date_trunc('day', time, 'UTC'),
         coalesce(sum(duration), 0),
         count(*),
         count(*) filter (where status and counts_in_uptime(invalid, in_maintenance)),
         count(*) filter (where not status and counts_in_uptime(invalid, in_maintenance))
  from   check_statuses
  where  time >= date_trunc('day', since, 'UTC')
  group  by 1, 2
  on conflict (check_id, created_at) do update
  set    duration = excluded.duration, total = excluded.total, passed = excluded.passed, failed = excluded.failed;
  get diagnostics written = row_count;
  return written;
end;
$$;
comment on function roll_up_check_days(timestamptz) is 'Sums up the runs of checks by day; returns the number of written sums.';
