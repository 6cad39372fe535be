create view config_kinds with (security_invoker = true) as
select kind_id, agent_id, type, tags
from   config_groups
union  all
select kind_id, agent_id, type, tags
from   config_new_groups;

comment on view config_kinds is 'The common attributes of config items of a kind, for row policies; one row per group of the kind. @lookup';
