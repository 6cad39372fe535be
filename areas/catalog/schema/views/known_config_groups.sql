create view known_config_groups with (security_invoker = true) as
select id, agent_id, type, tags, is_deleted
from   config_groups;

comment on view known_config_groups is 'The groups that config items are in at present, whether they were counted yet or not.';
