create view scrape_plugins_with_status with (security_invoker = true) as
select p.id, p.name, p.namespace, p.spec, p.source, p.created_by, p.created_at, p.updated_at, p.deleted_at,
       j.job_name, j.job_success_count, j.job_error_count, j.job_details, j.job_hostname, j.job_duration_millis,
       j.job_resource_type, j.job_status, j.job_time_start, j.job_time_end, j.job_created_at, j.job_last_failed
from   scrape_plugins p
left   join lateral latest_job('scrape_plugin', p.id::text) j on true
where  p.deleted_at is null;

comment on view scrape_plugins_with_status is 'Scraper plugins with their last recorded faults. @exposed @resource config_scrapers @feature config @notnull id name namespace spec source created_at';

comment on column scrape_plugins_with_status.job_details is '@type JobDetails';
