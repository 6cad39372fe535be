-- How checks did in the last hour. A check that did not run in it is told by its last run alone. Latencies are those of runs
-- that found something out.
create or replace function summarise_checks(ids uuid[]) returns integer
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  written integer;
begin
  insert into check_status_summaries as present (check_id, p99, p97, p95, p50, mean, passed, failed, last_check, last_pass, last_fail)
  select c.id, s.p99, s.p97, s.p95, s.p50, s.mean, s.passed, s.failed, s.last_check, s.last_pass, s.last_fail
  from   checks c
  cross  join lateral (
           select r.time from check_statuses r where r.check_id = c.id order by r.time desc limit 1
         ) newest
  cross  join lateral (
           select percentile_disc(0.99) within group (order by r.duration) as p99,
                  percentile_disc(0.97) within group (order by r.duration) as p97,
                  percentile_disc(0.95) within group (order by r.duration) as p95,
                  percentile_disc(0.50) within group (order by r.duration) as p50,
                  avg(r.duration) as mean,
                  count(*) filter (where r.status and counts_in_uptime(r.invalid, r.in_maintenance)) as passed,
                  count(*) filter (where not r.status and counts_in_uptime(r.invalid, r.in_maintenance)) as failed,
                  max(r.time) as last_check,
                  max(r.time) filter (where r.status) as last_pass,
                  max(r.time) filter (where not r.status) as last_fail
           from   check_statuses r
           where  r.check_id = c.id and r.time >= least(newest.time, now() - interval '1 hour')
         ) s
  where  c.id = any (ids)
  -- One order for all who write several.
  order  by c.id
  on conflict (check_id) do update
  set    p99 = excluded.p99, p97 = excluded.p97, p95 = excluded.p95, p50 = excluded.p50, mean = excluded.mean,
         passed = excluded.passed, failed = excluded.failed, last_check = excluded.last_check,
         last_pass = coalesce(excluded.last_pass, present.last_pass),
         last_fail = coalesce(excluded.last_fail, present.last_fail),
         updated_at = now();
  get diagnostics written = row_count;
  return written;
end;
$$;
comment on function summarise_checks(uuid[]) is 'Brings the summaries of these checks up to date; answers how many.';
