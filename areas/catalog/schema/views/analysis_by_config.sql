create view analysis_by_config with (security_invoker = true) as
select t.config_id as id, jsonb_object_agg(t.analysis_type, t.severities) as analysis
from   (
         select s.config_id, s.analysis_type, jsonb_object_agg(s.severity, s.found) as severities
         from   (
                  select config_id, coalesce(analysis_type, 'other') as analysis_type, coalesce(severity, 'info') as severity, count(*) as found
                  from   config_analysis
                  where  status <> 'resolved'
                  group  by 1, 2, 3
                ) s
         group  by s.config_id, s.analysis_type
       ) t
group  by t.config_id;

comment on view analysis_by_config is 'How many insights a config item has, by type and severity. @exposed @resource config_scrapers @feature config @notnull id analysis';
comment on column analysis_by_config.analysis is '@type CountsOfCounts';
