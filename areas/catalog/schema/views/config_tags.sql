create view config_tags with (security_invoker = true) as
select key, value
from   config_facets
where  kind = 'tags'
order  by key, value;

comment on view config_tags is 'The tags of existing config items. @exposed @resource database @feature config @notnull key value';
