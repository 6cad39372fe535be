create view config_summary with (security_invoker = true) as
with open as (
  select c.type, a.analysis_type, a.severity, count(*) as found
  from   config_analysis a
  join   config_items c on c.id = a.config_id and c.deleted_at is null
  where  a.status = 'open'
  group  by 1, 2, 3
),
by_type as (
  select t.type, jsonb_object_agg(t.analysis_type, t.found) as analysis
  from   (select type, coalesce(analysis_type, 'other') as analysis_type, sum(found)::bigint as found from open group by 1, 2) t
  group  by t.type
),
by_severity as (
  select s.type, jsonb_object_agg(s.severity, s.found) as severity
  from   (select type, coalesce(severity, 'info') as severity, sum(found)::bigint as found from open group by 1, 2) s
  group  by s.type
)
select i.type,
       max(t.analysis::text)::jsonb as analysis,
       max(s.severity::text)::jsonb as severity,
       coalesce(sum(k.last_30d), 0)::bigint as changes,
       count(*) as total_configs,
       sum(i.cost_per_minute) as cost_per_minute,
       sum(i.cost_total_1d) as cost_total_1d,
       sum(i.cost_total_7d) as cost_total_7d,
       sum(i.cost_total_30d) as cost_total_30d
from   config_items i
left   join by_type t on t.type = i.type
left   join by_severity s on s.type = i.type
left   join config_change_tallies k on k.config_id = i.id
where  i.deleted_at is null
group  by i.type;

comment on view config_summary is 'The last 30 days of the catalog by type. @exposed @resource config_scrapers @feature config @notnull type changes total_configs';
comment on column config_summary.analysis is 'Open insights by type. @type Counts';
comment on column config_summary.severity is 'Open insights by severity. @type Counts';
