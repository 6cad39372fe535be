create view known_config_groups with (security_invoker = true) as
select id, agent_id, type, tags, is_deleted
from   config_groups
union  all
select distinct on (n.id) n.id, n.agent_id, n.type, n.tags, n.is_deleted
from   config_new_groups n
where  not exists (select from config_groups g where g.id = n.id);

comment on view known_config_groups is 'The current groups of config items, whether they have been counted or not.';
