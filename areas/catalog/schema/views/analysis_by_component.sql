create view analysis_by_component with (security_invoker = true) as
select a.config_id, c.name, c.config_class, c.type, a.analysis_type, a.first_observed, a.last_observed, a.created_by,
       a.id as analysis_id, a.severity, r.component_id
from   config_component_relationships r
join   config_items c on c.id = r.config_id and c.deleted_at is null
join   config_analysis a on a.config_id = c.id and a.status = 'open'
where  r.deleted_at is null
order  by array_position(array['critical', 'blocker', 'high', 'medium', 'low', 'warning', 'info'], a.severity), c.name;

comment on view analysis_by_component is 'Open insights of the config items that belong to a component, the worst first. @exposed @resource config_scrapers @feature config @notnull config_id name config_class type first_observed last_observed analysis_id component_id';
comment on column analysis_by_component.analysis_type is '@enum availability compliance cost integration other performance recommendation reliability security technical_debt';
comment on column analysis_by_component.severity is '@enum info warning low medium high blocker critical';
