create view analysis_summary_by_component with (security_invoker = true) as
select t.component_id as id, jsonb_object_agg(t.analysis_type, t.severities) as analysis
from   (
         select s.component_id, s.analysis_type, jsonb_object_agg(s.severity, s.found) as severities
         from   (
                  select r.component_id, coalesce(a.analysis_type, 'other') as analysis_type, coalesce(a.severity, 'info') as severity, count(*) as found
                  from   config_component_relationships r
                  join   config_items c on c.id = r.config_id and c.deleted_at is null
                  join   config_analysis a on a.config_id = c.id and a.status = 'open'
                  where  r.deleted_at is null
                  group  by 1, 2, 3
                ) s
         group  by s.component_id, s.analysis_type
       ) t
group  by t.component_id;

comment on view analysis_summary_by_component is 'How many open insights a component has through its config items, by type and severity. @exposed @resource config_scrapers @feature config @notnull id analysis';
comment on column analysis_summary_by_component.analysis is '@type CountsOfCounts';
