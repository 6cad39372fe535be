create view config_class_summary with (security_invoker = true) as
with open as (
  select c.config_class, a.analysis_type, a.severity, count(*) as found
  from   config_analysis a
  join   config_items c on c.id = a.config_id and c.deleted_at is null
  where  a.status = 'open'
  group  by 1, 2, 3
),
by_type as (
  select t.config_class, jsonb_object_agg(t.analysis_type, t.found) as analysis
  from   (select config_class, coalesce(analysis_type, 'other') as analysis_type, sum(found)::bigint as found from open group by 1, 2) t
  group  by t.config_class
),
by_severity as (
  select s.config_class, jsonb_object_agg(s.severity, s.found) as severity
  from   (select config_class, coalesce(severity, 'info') as severity, sum(found)::bigint as found from open group by 1, 2) s
  group  by s.config_class
)
select i.config_class,
       max(t.analysis::text)::jsonb as analysis,
       max(s.severity::text)::jsonb as severity,
       coalesce(sum(k.last_30d), 0)::bigint as changes,
       count(*) as total_configs,
       sum(i.cost_per_minute) as cost_per_minute,
       sum(i.cost_total_1d) as cost_total_1d,
       sum(i.cost_total_7d) as cost_total_7d,
       sum(i.cost_total_30d) as cost_total_30d
from   config_items i
left   join by_type t on t.config_class = i.config_class
left   join by_severity s on s.config_class = i.config_class
left   join config_change_tallies k on k.config_id = i.id
where  i.deleted_at is null
group  by i.config_class;

comment on view config_class_summary is 'The last 30 days of the catalog by config_class. @exposed @resource config_scrapers @feature config @notnull config_class changes total_configs';
comment on column config_class_summary.analysis is 'Open insights by type. @type Counts';
comment on column config_class_summary.severity is 'Open insights by severity. @type Counts';
