create view job_history_latest_status with (security_invoker = true) as
select distinct on (resource_type, resource_id, name)
       id, agent_id, name, resource_type, resource_id, status, success_count, error_count, details, hostname,
       duration_millis, time_start, time_end, created_at
from   job_history
order  by resource_type, resource_id, name, created_at desc;

comment on view job_history_latest_status is 'The newest run of each job and resource. @exposed @resource integrations @notnull id agent_id name status success_count error_count time_start created_at';
comment on column job_history_latest_status.status is '@enum RUNNING SUCCESS WARNING FAILED STOPPED';
comment on column job_history_latest_status.details is '@type JobDetails';
