-- The newest job run of a resource, with the columns that lists of resources show.
create or replace function latest_job(resource_type text, resource_id text)
returns table (
  job_name text, job_success_count integer, job_error_count integer, job_details jsonb, job_hostname text,
  job_duration_millis integer, job_resource_type text, job_status text, job_time_start timestamptz,
  job_time_end timestamptz, job_created_at timestamptz, job_last_failed timestamptz
)
language sql
stable
as $$
  select h.name, h.success_count, h.error_count, h.details, h.hostname, h.duration_millis, h.resource_type, h.status,
         h.time_start, h.time_end, h.created_at,
         (
           select max(f.time_start)
           from   job_history f
           where  f.resource_type = latest_job.resource_type and f.resource_id = latest_job.resource_id and f.status = 'FAILED'
         )
  from   job_history h
  where  h.resource_type = latest_job.resource_type and h.resource_id = latest_job.resource_id
  order  by h.created_at desc
  limit  1;
$$;
comment on function latest_job(text, text) is 'The newest job run of a resource, and when one of its runs last failed.';
