create view topology with (security_invoker = true) as
select c.id, c.agent_id, c.topology_id, c.external_id, c.parent_id, c.config_id, c.name, c.text, c.topology_type, c.namespace,
       c.type, c.icon, c.owner, c.labels, c.path, c.status, c.status_expr, c.status_reason, c.health, c.health_expr, c.description,
       c.lifecycle, c.tooltip, c.hidden, c.silenced, c.is_leaf, c.schedule, c.summary, c.selectors, c.log_selectors,
       c.component_checks, c.configs, c.properties, c.properties_values, c.cost_per_minute, c.cost_total_1d, c.cost_total_7d,
       c.cost_total_30d, c.created_by, c.created_at, c.updated_at, c.deleted_at, c.is_pushed,
       (
         select jsonb_agg(jsonb_build_object('name', l ->> 'name'))
         from   jsonb_array_elements(case jsonb_typeof(c.log_selectors) when 'array' then c.log_selectors end) l
       ) as logs,
       (select k.checks from check_summary_by_component k where k.component_id = c.id) as checks,
       array(
         select t.name
         from   team_components m
         join   teams t on t.id = m.team_id and t.deleted_at is null
         where  m.component_id = c.id
         order  by t.name
       ) as team_names,
       (select i.incidents from incident_summary_by_component i where i.id = c.id) as incidents,
       (select a.analysis from analysis_summary_by_component a where a.id = c.id) as analysis,
       array(
         select r.component_id
         from   component_relationships r
         join   components o on o.id = r.component_id and o.deleted_at is null
         where  r.relationship_id = c.id and r.deleted_at is null
         order  by 1
       ) as children,
       array(
         select r.relationship_id
         from   component_relationships r
         join   components o on o.id = r.relationship_id and o.deleted_at is null
         where  r.component_id = c.id and r.deleted_at is null
         order  by 1
       ) as parents
from   components c
where  c.deleted_at is null;

comment on view topology is 'Components with all data that a card and a roll-up show. @exposed @resource topologies @feature topology @notnull id agent_id external_id name status hidden silenced is_leaf created_at is_pushed team_names children parents';
comment on column topology.labels is '@type Labels';
comment on column topology.health is '@enum healthy unhealthy warning unknown';
comment on column topology.summary is '@type ComponentSummary';
comment on column topology.properties is '@type Properties';
comment on column topology.checks is 'The number of its checks by status. @type Counts';
comment on column topology.incidents is 'Open incidents by type and severity. @type CountsOfCounts';
comment on column topology.analysis is 'Open insights by type and severity. @type CountsOfCounts';
