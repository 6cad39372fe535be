create view check_status_summary with (security_invoker = true) as
select s.check_id, s.p99, s.p97, s.p95, s.p50, s.mean, s.passed, s.failed, s.last_check, s.last_pass, s.last_fail
from   check_status_summaries s
join   checks c on c.id = s.check_id
where  c.deleted_at is null;

comment on view check_status_summary is 'Figures of each check for the last hour, or for its last run when that is older. @exposed @resource canaries @feature health @notnull check_id passed failed last_check';
