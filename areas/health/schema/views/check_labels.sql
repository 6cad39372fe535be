create view check_labels with (security_invoker = true) as
select key, value
from   check_facets
order  by key, value;

comment on view check_labels is 'The labels of existing checks. @exposed @resource database @feature health @notnull key value';
