create view check_names with (security_invoker = true) as
select id, canary_id, type, name, status
from   checks
where  deleted_at is null and silenced_at is null
order  by name;

comment on view check_names is 'Checks to choose from. @exposed @resource database @feature health @notnull id canary_id type name';
comment on column check_names.status is '@enum healthy unhealthy';
