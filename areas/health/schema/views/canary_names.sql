create view canary_names with (security_invoker = true) as
select id, name, namespace, agent_id
from   canaries
where  deleted_at is null
order  by name;

comment on view canary_names is 'Canaries to choose from. @exposed @resource database @feature health @notnull id name namespace agent_id';
