create view components_with_logs with (security_invoker = true) as
select id, name, agent_id, icon, type
from   components
where  deleted_at is null and jsonb_typeof(log_selectors) = 'array';

comment on view components_with_logs is 'Components that have logs. @exposed @resource database @feature topology @notnull id name agent_id';
