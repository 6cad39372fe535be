create view component_labels_keys with (security_invoker = true) as
select distinct 'label:' || key as key
from   component_facets
order  by 1;

comment on view component_labels_keys is 'The label keys of components that are not deleted. @exposed @resource database @feature topology @notnull key';
