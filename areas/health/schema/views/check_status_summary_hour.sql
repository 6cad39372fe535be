create view check_status_summary_hour with (security_invoker = true) as
select check_id,
       percentile_disc(0.99) within group (order by duration) as p99,
       percentile_disc(0.95) within group (order by duration) as p95,
       percentile_disc(0.50) within group (order by duration) as p50,
       avg(duration)::double precision as mean,
       count(*) filter (where status and counts_in_uptime(invalid, in_maintenance)) as passed,
       count(*) filter (where not status and counts_in_uptime(invalid, in_maintenance)) as failed,
       max(time) as last_check,
       max(time) filter (where status) as last_pass,
       max(time) filter (where not status) as last_fail
from   check_statuses
where  time > now() - interval '1 hour'
group  by check_id;

comment on view check_status_summary_hour is 'Figures of checks for the last hour, from the runs. @exposed @resource canaries @feature health @notnull check_id passed failed last_check';
