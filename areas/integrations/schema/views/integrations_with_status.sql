create view integrations_with_status with (security_invoker = true) as
select i.id, i.name, i.namespace, i.description, i.integration_type, i.source, i.agent_id, i.created_at, i.updated_at, i.deleted_at, i.created_by,
       i.job_name, i.job_success_count, i.job_error_count, i.job_details, i.job_hostname, i.job_duration_millis,
       i.job_resource_type, i.job_status, i.job_time_start, i.job_time_end, i.job_created_at, i.job_last_failed,
       i.agent, p.name as creator_name, p.avatar as creator_avatar, p.title as creator_title, p.email as creator_email
from   (
         select s.id, s.name, s.namespace, s.description, 'scrapers'::text as integration_type, s.source, s.agent_id, s.created_at, s.updated_at,
                s.deleted_at, s.created_by, s.job_name, s.job_success_count, s.job_error_count, s.job_details, s.job_hostname,
                s.job_duration_millis, s.job_resource_type, s.job_status, s.job_time_start, s.job_time_end, s.job_created_at,
                s.job_last_failed, s.agent
         from   config_scrapers_with_status s
         union  all
         select t.id, t.name, t.namespace, null, 'topologies', t.source, t.agent_id, t.created_at, t.updated_at, t.deleted_at, t.created_by,
                t.job_name, t.job_success_count, t.job_error_count, t.job_details, t.job_hostname, t.job_duration_millis,
                t.job_resource_type, t.job_status, t.job_time_start, t.job_time_end, t.job_created_at, t.job_last_failed, t.agent
         from   topologies_with_status t
         union  all
         select l.id, l.name, l.namespace, null, 'logging_backends', l.source, l.agent_id, l.created_at, l.updated_at, l.deleted_at, l.created_by,
                '', 0, 0, null, '', 0, 'logging_backend', '', null, null, null, null,
                jsonb_build_object('id', a.id, 'name', a.name)
         from   logging_backends l
         left   join agents a on a.id = l.agent_id
         where  l.deleted_at is null
       ) i
left   join people p on p.id = i.created_by;

comment on view integrations_with_status is 'Scrapers, topologies and log backends in one list, with their newest jobs. @exposed @resource integrations @notnull id name integration_type created_at agent';
comment on column integrations_with_status.integration_type is '@enum scrapers topologies logging_backends';
comment on column integrations_with_status.job_details is '@type JobDetails';
comment on column integrations_with_status.agent is '@type AgentName';
