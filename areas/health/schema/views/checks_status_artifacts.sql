create view checks_status_artifacts with (security_invoker = true) as
select s.check_id, s.status as check_status, s.message as check_message, s.error, s.invalid, s.time, s.duration,
       (
         select jsonb_agg(jsonb_build_object('id', a.id, 'filename', a.filename, 'path', a.path, 'content_type', a.content_type, 'size', a.size, 'created_at', a.created_at) order by a.created_at)
         from   artifacts a
         where  a.check_id = s.check_id and a.check_time = s.time and a.deleted_at is null
       ) as artifacts
from   check_statuses s;

comment on view checks_status_artifacts is 'Runs of checks with the files they produced. @exposed @resource canaries @feature health @notnull check_id time';
