create view component_names with (security_invoker = true) as
select id, path, external_id, type, name, created_at, updated_at, icon, parent_id
from   components
where  deleted_at is null and not hidden
order  by name, external_id;

comment on view component_names is 'Components to choose from. @exposed @resource database @feature topology @notnull id external_id name created_at';
