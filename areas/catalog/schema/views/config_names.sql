create view config_names with (security_invoker = true) as
select id, type, external_id, name
from   config_items
order  by name;

comment on view config_names is 'Config items to choose from. @exposed @resource database @feature config @notnull id type name';
