create view checks_labels_keys with (security_invoker = true) as
select distinct 'label:' || key as key
from   check_facets
order  by 1;

comment on view checks_labels_keys is 'The label keys of existing checks. @exposed @resource database @feature health @notnull key';
