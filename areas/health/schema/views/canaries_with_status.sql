create view canaries_with_status with (security_invoker = true) as
select c.id, c.name, c.namespace, c.spec ->> 'interval' as interval, c.spec ->> 'schedule' as schedule, c.labels, c.source,
       c.created_by, c.created_at, c.updated_at, c.deleted_at, c.agent_id,
       (select max(k.last_runtime) from checks k where k.canary_id = c.id) as last_runtime,
       j.job_name, j.job_success_count, j.job_error_count, j.job_details, j.job_hostname, j.job_duration_millis,
       j.job_resource_type, j.job_status, j.job_time_start, j.job_time_end, j.job_created_at, j.job_last_failed,
       jsonb_build_object('id', a.id, 'name', a.name) as agent
from   canaries c
join   agents a on a.id = c.agent_id
left   join lateral latest_job('canary', c.id::text) j on true
where  c.deleted_at is null;

comment on view canaries_with_status is 'Canaries with their newest job. @exposed @resource canaries @feature health @notnull id name namespace created_at updated_at agent_id agent';
comment on column canaries_with_status.labels is '@type Labels';
comment on column canaries_with_status.job_details is '@type JobDetails';
comment on column canaries_with_status.agent is '@type AgentName';
