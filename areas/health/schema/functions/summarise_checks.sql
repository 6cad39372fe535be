-- Summarises the last hour of checks from their latest runs. A check without a run in that hour is summarised by its
-- last run. Latencies include only runs with a result.
create or replace function summarise_checks(ids uuid[]) returns integer
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  written integer;
begin
  insert into check_status_summaries as present (check_id, p99, p97, p95, p50, mean, passed, failed, last_check, last_pass, last_fail)
  select i.id, r.percentiles[1], r.percentiles[2], r.percentiles[3], r.percentiles[4], r.mean, r.passed, r.failed, r.last_check, r.last_pass, r.last_fail
  from   unnest(ids) as i (id)
  cross  join lateral (
           select percentile_disc(array[0.99, 0.97, 0.95, 0.50]) within group (order by u.took) as percentiles,
                  avg(u.took) as mean,
                  count(*) filter (where u.how = 1) as passed,
                  count(*) filter (where u.how = 2) as failed,
                  max(u.time) as last_check,
                  max(u.time) filter (where u.how in (1, 3)) as last_pass,
                  max(u.time) filter (where u.how in (2, 4)) as last_fail
           from   check_status_slots s
           cross  join lateral unnest(s.times, s.took, s.how) as u (time, took, how)
           where  s.check_id = i.id
           and    u.time >= least(now() - interval '1 hour', (
                    select (select max(t.time) from unnest(l.times) as t (time))
                    from   check_status_slots l
                    where  l.check_id = i.id
                    order  by l.began desc
                    limit  1
                  ))
         ) r
  where  r.last_check is not null
  -- All writers lock rows in this order, which prevents deadlocks.
  order  by i.id
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
comment on function summarise_checks(uuid[]) is 'Updates the summaries of these checks; returns how many.';
