-- Agents, and the resources whose names could stand here, come with their own areas.
create view job_histories with (security_invoker = true) as
select h.id,
       h.agent_id,
       h.name,
       h.resource_type,
       h.resource_id,
       h.status,
       h.success_count,
       h.error_count,
       h.details,
       h.hostname,
       h.duration_millis,
       h.time_start,
       h.time_end,
       h.created_at,
       h.resource_id as resource_name,
       jsonb_build_object('id', null, 'name', null) as agent
from   job_history h;

comment on view job_histories is 'Job runs with the names of what they were about and where they ran. @exposed @resource integrations @notnull id agent_id name status success_count error_count time_start created_at agent';
comment on column job_histories.status is '@enum RUNNING SUCCESS WARNING FAILED STOPPED';
comment on column job_histories.details is '@type JobDetails';
comment on column job_histories.resource_name is 'The name of the resource, or its key when it has none.';
comment on column job_histories.agent is '{id, name}; nulls inside when it ran here. @type AgentName';
