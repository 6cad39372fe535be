create view checks_by_config with (security_invoker = true) as
select distinct r.config_id, c.id, c.type, c.name, c.severity, c.status, c.icon, c.last_runtime,
       check_health(c.status, c.next_runtime, c.interval_seconds, c.could_not_check_since, c.paused_at, c.paused_until) as health
from   check_config_relationships r
join   checks c on c.id = r.check_id
where  r.deleted_at is null and c.deleted_at is null;

comment on view checks_by_config is 'Checks by the config items they are linked to. @exposed @resource canaries @feature health @notnull config_id id type name';
comment on column checks_by_config.status is '@enum healthy unhealthy';
comment on column checks_by_config.severity is '@enum info warning low medium high blocker critical';
comment on column checks_by_config.health is 'The health that lists show: a check that is paused or has no recent result neither passes nor fails. @enum healthy unhealthy unknown paused';
