create view check_statuses_5m with (security_invoker = true) as
select check_id,
       date_bin('5 minutes', time, '2000-01-01 00:00:00+00') as created_at,
       count(*) as total_checks,
       count(*) filter (where status and counts_in_uptime(invalid, in_maintenance)) as passed,
       count(*) filter (where not status and counts_in_uptime(invalid, in_maintenance)) as failed,
       coalesce(sum(duration), 0) as total_duration
from   check_statuses
where  time > now() - interval '24 hours'
group  by 1, 2;

comment on view check_statuses_5m is 'The runs of the last day, summed up by five minutes. @exposed @resource canaries @feature health @notnull check_id created_at total_checks passed failed total_duration';
