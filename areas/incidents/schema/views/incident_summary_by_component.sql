create view incident_summary_by_component with (security_invoker = true) as
select t.component_id as id, jsonb_object_agg(t.type, t.severities) as incidents
from   (
         select s.component_id, s.type, jsonb_object_agg(s.severity, s.found) as severities
         from   (
                  select e.component_id, i.type, i.severity, count(distinct i.id) as found
                  from   evidences e
                  join   hypotheses h on h.id = e.hypothesis_id
                  join   incidents i on i.id = h.incident_id and i.resolved is null and i.closed is null
                  where  e.component_id is not null
                  group  by 1, 2, 3
                ) s
         group  by s.component_id, s.type
       ) t
group  by t.component_id;

comment on view incident_summary_by_component is 'The number of open incidents of a component, by type and severity. @exposed @resource incident @feature incidents @notnull id incidents';
comment on column incident_summary_by_component.incidents is '@type CountsOfCounts';
