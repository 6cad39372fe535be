create view component_labels with (security_invoker = true) as
select key, value
from   component_facets
order  by key, value;

comment on view component_labels is 'The labels of components that are not deleted. @exposed @resource database @feature topology @notnull key value';
