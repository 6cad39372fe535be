create view config_scrapers_with_status with (security_invoker = true) as
select s.id, s.name, s.namespace, s.description, s.spec, s.source, s.application_id, s.created_by, s.agent_id, s.created_at,
       s.updated_at, s.deleted_at, s.is_pushed,
       j.job_name, j.job_success_count, j.job_error_count, j.job_details, j.job_hostname, j.job_duration_millis,
       j.job_resource_type, j.job_status, j.job_time_start, j.job_time_end, j.job_created_at, j.job_last_failed,
       jsonb_build_object('id', a.id, 'name', a.name) as agent,
       (
         select h.time_start
         from   job_history h
         where  h.resource_type = 'config_scraper' and h.resource_id = s.id::text and h.status = 'SUCCESS'
         order  by h.created_at desc
         limit  1
       ) as job_last_success
from   config_scrapers s
join   agents a on a.id = s.agent_id
left   join lateral latest_job('config_scraper', s.id::text) j on true
where  s.deleted_at is null;

comment on view config_scrapers_with_status is 'Scrapers with their newest job and the start of the last successful one. @exposed @resource config_scrapers @feature config @notnull id name spec source agent_id created_at is_pushed agent';

comment on column config_scrapers_with_status.job_details is '@type JobDetails';
comment on column config_scrapers_with_status.agent is '@type AgentName';
