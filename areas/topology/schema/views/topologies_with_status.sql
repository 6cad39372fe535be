create view topologies_with_status with (security_invoker = true) as
select t.id, t.agent_id, t.name, t.namespace, t.labels, t.source, t.spec, t.schedule, t.created_by, t.created_at, t.updated_at,
       t.deleted_at, t.is_pushed,
       j.job_name, j.job_success_count, j.job_error_count, j.job_details, j.job_hostname, j.job_duration_millis,
       j.job_resource_type, j.job_status, j.job_time_start, j.job_time_end, j.job_created_at, j.job_last_failed,
       jsonb_build_object('id', a.id, 'name', a.name) as agent
from   topologies t
join   agents a on a.id = t.agent_id
left   join lateral latest_job('topology', t.id::text) j on true
where  t.deleted_at is null;

comment on view topologies_with_status is 'Topologies with their newest job. @exposed @resource topologies @feature topology @notnull id agent_id name namespace source created_at updated_at is_pushed agent';
comment on column topologies_with_status.labels is '@type Labels';
comment on column topologies_with_status.job_details is '@type JobDetails';
comment on column topologies_with_status.agent is '@type AgentName';
