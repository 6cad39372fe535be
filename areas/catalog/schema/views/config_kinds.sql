create view config_kinds with (security_invoker = true) as
select kind_id, agent_id, type, tags
from   config_groups
union  all
select kind_id, agent_id, type, tags
from   config_new_groups;

comment on view config_kinds is 'What config items of a kind have in common, for row policies; a kind is there as often as it has groups. @lookup';
