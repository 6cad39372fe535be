create view config_analysis_items with (security_invoker = true) as
select a.id, a.config_id, a.scraper_id, a.created_by, a.source, a.analyzer, a.analysis_type, a.severity, a.summary, a.status,
       a.message, a.analysis, a.properties, a.properties_values, a.first_observed, a.last_observed, a.is_pushed,
       c.type as config_type, c.config_class, c.name as config_name, c.tags, c.labels, c.agent_id, c.path, c.deleted_at,
       array_position(array['critical', 'blocker', 'high', 'medium', 'low', 'warning', 'info'], a.severity) as severity_rank
from   config_analysis a
left   join config_items c on c.id = a.config_id;

comment on view config_analysis_items is 'Insights with their config items. @exposed @resource config_scrapers @feature config @notnull id config_id analyzer status first_observed last_observed is_pushed config_type config_class config_name agent_id';
comment on column config_analysis_items.analysis_type is '@enum availability compliance cost integration other performance recommendation reliability security technical_debt';
comment on column config_analysis_items.severity is '@enum info warning low medium high blocker critical';
comment on column config_analysis_items.status is '@enum open resolved silenced closed';
comment on column config_analysis_items.properties is '@type Properties';
comment on column config_analysis_items.tags is '@type Labels';
comment on column config_analysis_items.labels is '@type Labels';
comment on column config_analysis_items.severity_rank is 'From 1 for critical to 7 for info, to sort by severity.';
comment on column config_analysis_items.deleted_at is 'When the config item was deleted.';
