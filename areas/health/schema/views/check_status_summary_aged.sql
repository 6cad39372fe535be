create view check_status_summary_aged with (security_invoker = true) as
select c.id as check_id, r.duration as p99, r.duration as p95, r.duration as p50, r.duration::double precision as mean,
       (r.status is true and r.counts)::integer::bigint as passed, (r.status is false and r.counts)::integer::bigint as failed, r.time as last_check,
       case when r.status then r.time end as last_pass, case when not r.status then r.time end as last_fail
from   checks c
cross  join lateral (
         select s.time, s.status, s.duration, counts_in_uptime(s.invalid, s.in_maintenance) as counts
         from check_statuses s where s.check_id = c.id order by s.time desc limit 1
       ) r
where  c.deleted_at is null and r.time <= now() - interval '1 hour';

comment on view check_status_summary_aged is 'The last run of each check that did not run in the last hour. @exposed @resource canaries @feature health @notnull check_id passed failed last_check';
