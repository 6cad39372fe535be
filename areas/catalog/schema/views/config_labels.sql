create view config_labels with (security_invoker = true) as
select key, value
from   config_facets
where  kind = 'labels'
order  by key, value;

comment on view config_labels is 'The labels of existing config items. @exposed @resource database @feature config @notnull key value';
