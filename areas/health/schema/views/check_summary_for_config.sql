create view check_summary_for_config with (security_invoker = true) as
select r.config_id, s.*
from   (select distinct config_id, check_id from check_config_relationships where deleted_at is null) r
join   check_summary s on s.id = r.check_id;

comment on view check_summary_for_config is 'Checks as the health page shows them, by the config items they are linked to. @exposed @resource canaries @feature health @notnull config_id id canary_id agent_id uptime latency type name canary_namespace canary_name labels created_at updated_at';
comment on column check_summary_for_config.uptime is '@type Uptime';
comment on column check_summary_for_config.latency is '@type Latency';
comment on column check_summary_for_config.labels is '@type Labels';
comment on column check_summary_for_config.status is '@enum healthy unhealthy';
comment on column check_summary_for_config.severity is '@enum info warning low medium high blocker critical';
comment on column check_summary_for_config.paused is '@type Pause';
