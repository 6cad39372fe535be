create view check_summary_by_config with (security_invoker = true) as
select s.config_id, jsonb_object_agg(s.status, s.checks) as checks
from   (
         select r.config_id, r.health as status, count(*) as checks
         from   checks_by_config r
         group  by 1, 2
       ) s
group  by s.config_id;

comment on view check_summary_by_config is 'Number of checks of each config by health. @exposed @resource canaries @feature health @notnull config_id checks';
comment on column check_summary_by_config.checks is '@type Counts';
