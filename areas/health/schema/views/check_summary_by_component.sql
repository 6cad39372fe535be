create view check_summary_by_component with (security_invoker = true) as
select s.component_id, jsonb_object_agg(s.status, s.checks) as checks
from   (
         select r.component_id, r.health as status, count(*) as checks
         from   checks_by_component r
         group  by 1, 2
       ) s
group  by s.component_id;

comment on view check_summary_by_component is 'Number of checks of each component by health. @exposed @resource canaries @feature health @notnull component_id checks';
comment on column check_summary_by_component.checks is '@type Counts';
