-- Hours are read from the hourly sums. The sums of the last hours may not exist yet, so these hours are read from the
-- runs. A time span contains the hours that began within it. A filter on check_id applies to both tables, so that a
-- page reads only the checks that it shows.
create view check_uptimes with (security_invoker = true) as
select c.id as check_id,
       coalesce(sum(s.passed) filter (where s.hour > now() - interval '24 hours'), 0)::bigint as passed_24h,
       coalesce(sum(s.failed) filter (where s.hour > now() - interval '24 hours'), 0)::bigint as failed_24h,
       coalesce(sum(s.passed) filter (where s.hour > now() - interval '7 days'), 0)::bigint as passed_7d,
       coalesce(sum(s.failed) filter (where s.hour > now() - interval '7 days'), 0)::bigint as failed_7d,
       coalesce(sum(s.passed), 0)::bigint as passed_30d,
       coalesce(sum(s.failed), 0)::bigint as failed_30d,
       min(s.hour) as first_hour
from   checks c
left   join lateral (
         select h.created_at as hour, h.passed, h.failed
         from   check_statuses_1h h
         where  h.check_id = c.id and h.passed + h.failed > 0
         and    h.created_at > now() - interval '30 days'
         and    h.created_at < date_trunc('hour', now() - interval '2 hours', 'UTC')
         union  all
         select date_trunc('hour', r.time, 'UTC'), count(*) filter (where r.status), count(*) filter (where not r.status)
         from   check_statuses r
         where  r.check_id = c.id and r.status is not null and counts_in_uptime(r.invalid, r.in_maintenance)
         and    r.time >= date_trunc('hour', now() - interval '2 hours', 'UTC')
         group  by 1
       ) s on true
group  by c.id;

comment on view check_uptimes is 'Runs that count in the uptime of each check, in the last 24 hours, 7 days and 30 days. @exposed @resource canaries @feature health @notnull check_id passed_24h failed_24h passed_7d failed_7d passed_30d failed_30d';
comment on column check_uptimes.first_hour is 'Start of the first hour of the last 30 days that has a run; a span that begins before it is only partly known.';
