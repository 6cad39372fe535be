-- Lists the recorded jobs of canaries, and the runs of their checks by hour, because one row per run would be too many.
-- Hours are read from the hourly sums. The sums of the last hours may not exist yet, so these hours are read from the
-- runs. A filter on resource_id also limits the checks, so that only the checks of one canary are read.
create view canary_job_histories with (security_invoker = true) as
select h.id, h.agent_id, h.name, h.resource_type, h.resource_id, h.status, h.success_count, h.error_count, h.details, h.hostname,
       h.duration_millis, h.time_start, h.time_end, h.created_at, h.resource_name, h.agent, h.recovered_at
from   job_histories h
where  h.resource_type = 'canary'
union  all
select md5(concat(r.canary_id, r.hour))::uuid, c.agent_id, 'Check runs', 'canary', r.canary_id::text,
       case when r.failed = 0 then 'SUCCESS' when r.passed > 0 then 'WARNING' else 'FAILED' end,
       r.passed::integer, r.failed::integer, null::jsonb, null::text, null::integer,
       r.hour, least(r.hour + interval '1 hour', now()), r.hour, c.name,
       jsonb_build_object('id', nullif(c.agent_id, '00000000-0000-0000-0000-000000000000'),
                          'name', (select a.name from agents a where a.id = c.agent_id and a.id <> '00000000-0000-0000-0000-000000000000')),
       null::timestamptz
from   (
         select k.canary_id, s.hour, sum(s.passed) as passed, sum(s.failed) as failed
         from   checks k
         cross  join lateral (
                  select t.created_at as hour, t.passed::bigint as passed, t.failed::bigint as failed
                  from   check_statuses_1h t
                  where  t.check_id = k.id and t.created_at > now() - interval '7 days'
                  and    t.created_at < date_trunc('hour', now() - interval '2 hours', 'UTC')
                  union  all
                  select date_trunc('hour', t.time, 'UTC'), count(*) filter (where t.status), count(*) filter (where not t.status)
                  from   check_statuses t
                  where  t.check_id = k.id and t.time >= date_trunc('hour', now() - interval '2 hours', 'UTC')
                  and    counts_in_uptime(t.invalid, t.in_maintenance)
                  group  by 1
                ) s
         group  by k.canary_id, s.hour
       ) r
join   canaries c on c.id = r.canary_id
where  r.passed + r.failed > 0;

comment on view canary_job_histories is 'Jobs of canaries, and the runs of their checks in the last 7 days by hour. @exposed @resource integrations @feature settings.job_history @notnull id agent_id name status success_count error_count time_start created_at agent';
comment on column canary_job_histories.status is '@enum RUNNING SUCCESS WARNING FAILED STOPPED';
comment on column canary_job_histories.success_count is 'For check runs: the number of passed runs.';
comment on column canary_job_histories.error_count is 'For check runs: the number of failed runs; runs in maintenance or of an invalid check do not count.';
comment on column canary_job_histories.details is '@type JobDetails';
comment on column canary_job_histories.agent is '@type AgentName';
comment on column canary_job_histories.recovered_at is 'As in job_histories; null for check runs.';
