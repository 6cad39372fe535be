-- Lists of resources show the newest job of each, whatever it is called, and when one last failed.

create index job_history_newest_of_resource on job_history (resource_type, resource_id, created_at desc);
create index job_history_failed_of_resource on job_history (resource_type, resource_id, time_start desc) where status = 'FAILED';
