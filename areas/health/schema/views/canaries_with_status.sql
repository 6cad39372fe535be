-- Runs of checks are not rows of the job history, because there are too many. The status of a canary's job comes from
-- the last run of each of its checks: the job failed if one of these runs failed. A fault of the canary itself takes
-- precedence. The server records the end of its own faults (FAILED, and the warnings of manifests). A warning of
-- another program applies until all checks have run again.
create view canaries_with_status with (security_invoker = true) as
select c.id, c.name, c.namespace, c.spec ->> 'interval' as interval, c.spec ->> 'schedule' as schedule, c.labels, c.source,
       c.created_by, c.created_at, c.updated_at, c.deleted_at, c.agent_id,
       (select max(k.last_runtime) from checks k where k.canary_id = c.id) as last_runtime,
       case when w.of_runs then 'Check runs' else j.job_name end as job_name,
       case when w.of_runs then r.passed else j.job_success_count end as job_success_count,
       case when w.of_runs then r.failed else j.job_error_count end as job_error_count,
       case when not w.of_runs then j.job_details end as job_details,
       case when not w.of_runs then j.job_hostname end as job_hostname,
       case when not w.of_runs then j.job_duration_millis end as job_duration_millis,
       case when w.of_runs then 'canary' else j.job_resource_type end as job_resource_type,
       case when not w.of_runs then j.job_status when r.failing = 0 then 'SUCCESS' else 'FAILED' end as job_status,
       case when w.of_runs then r.last_check else j.job_time_start end as job_time_start,
       case when w.of_runs then r.last_check else j.job_time_end end as job_time_end,
       case when w.of_runs then r.last_check else j.job_created_at end as job_created_at,
       greatest(j.job_last_failed, r.last_fail) as job_last_failed,
       jsonb_build_object('id', a.id, 'name', a.name) as agent,
       coalesce((
         select jsonb_object_agg(h.health, h.checks)
         from   (
                  select check_health(k.status, k.next_runtime, k.interval_seconds, k.could_not_check_since, k.paused_at, k.paused_until) as health,
                         count(*) as checks
                  from   checks k
                  where  k.canary_id = c.id and k.deleted_at is null
                  group  by 1
                ) h
       ), '{}') as checks
from   canaries c
join   agents a on a.id = c.agent_id
left   join lateral latest_job('canary', c.id::text) j on true
cross  join lateral (
         select coalesce(sum(s.passed), 0)::integer as passed, coalesce(sum(s.failed), 0)::integer as failed,
                max(s.last_check) as last_check, max(s.last_fail) as last_fail, min(s.last_check) as all_checked,
                count(*) filter (where coalesce(k.status = 'unhealthy', s.failed > 0 and s.last_fail = s.last_check)) as failing
         from   checks k
         join   check_status_summaries s on s.check_id = k.id
         where  k.canary_id = c.id and k.deleted_at is null and not is_paused(k.paused_at, k.paused_until)
       ) r
cross  join lateral (
         select r.passed + r.failed > 0 and (
                  coalesce(j.job_status, 'SUCCESS') = 'SUCCESS'
                  or (j.job_name = 'Canary' and j.job_status = 'WARNING' and r.all_checked > coalesce(j.job_time_end, j.job_time_start))
                ) as of_runs
       ) w
where  c.deleted_at is null;

comment on view canaries_with_status is 'Canaries with the status of their job: from the last run of each of their checks, or from a fault of the canary itself. @exposed @resource canaries @feature health @notnull id name namespace created_at updated_at agent_id agent checks';
comment on column canaries_with_status.labels is '@type Labels';
comment on column canaries_with_status.job_success_count is 'Runs that passed in the last hour, or the last run, when the status comes from runs.';
comment on column canaries_with_status.job_details is '@type JobDetails';
comment on column canaries_with_status.agent is '@type AgentName';
comment on column canaries_with_status.checks is 'Number of its checks by health. @type Counts';
