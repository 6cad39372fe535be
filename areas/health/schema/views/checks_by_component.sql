create view checks_by_component with (security_invoker = true) as
select distinct r.component_id, c.id, c.type, c.name, c.severity, c.status, c.icon,
       check_health(c.status, c.next_runtime, c.interval_seconds, c.could_not_check_since, c.paused_at, c.paused_until) as health
from   check_component_relationships r
join   checks c on c.id = r.check_id
where  r.deleted_at is null and c.deleted_at is null;

comment on view checks_by_component is 'Checks by the components they are linked to. @exposed @resource canaries @feature health @notnull component_id id type name';
comment on column checks_by_component.status is '@enum healthy unhealthy';
comment on column checks_by_component.severity is '@enum info warning low medium high blocker critical';
comment on column checks_by_component.health is 'The health that lists show: a check that is paused or has no recent result neither passes nor fails. @enum healthy unhealthy unknown paused';
