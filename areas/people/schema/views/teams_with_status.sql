create view teams_with_status with (security_invoker = true) as
select t.id, t.name, t.icon, t.spec, t.source, t.created_by, t.created_at, t.updated_at, t.deleted_at,
       j.job_name, j.job_success_count, j.job_error_count, j.job_details, j.job_hostname, j.job_duration_millis,
       j.job_resource_type, j.job_status, j.job_time_start, j.job_time_end, j.job_created_at, j.job_last_failed,
       (select count(*)::int from team_members m where m.team_id = t.id) as members,
       (
         select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'avatar', f.avatar)), '[]')
         from   (
           select p.id, p.name, p.avatar
           from   team_members m
           join   people p on p.id = m.person_id
           where  m.team_id = t.id
           order  by p.name, p.id
           limit  3
         ) f
       ) as first_members
from   teams t
left   join lateral latest_job('team', t.id::text) j on true
where  t.deleted_at is null;

comment on view teams_with_status is 'Teams with their newest job, the number of their members, and the first three of them by name. @exposed @resource database @feature settings.teams @notnull id name created_by created_at updated_at members first_members';
comment on column teams_with_status.spec is '@type TeamSpec';
comment on column teams_with_status.job_details is '@type JobDetails';
comment on column teams_with_status.first_members is '@type NamedPeople';
