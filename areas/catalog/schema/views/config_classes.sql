-- Jumps from value to value along the index, because there are few values and many rows.
create view config_classes with (security_invoker = true) as
with recursive walk as (
  (
    select config_class
    from   config_items
    where  config_class is not null
    order  by config_class
    limit  1
  )
  union all
  select (
    select n.config_class
    from   config_items n
    where  n.config_class > w.config_class
    order  by n.config_class
    limit  1
  )
  from   walk w
  where  w.config_class is not null
)
select config_class
from   walk
where  config_class is not null;

comment on view config_classes is 'All classes of config items, for filters. @exposed @resource database @feature config @notnull config_class';
