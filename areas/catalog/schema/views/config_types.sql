-- Jumps from value to value along the index, because there are few values and many rows.
create view config_types with (security_invoker = true) as
with recursive walk as (
  (
    select type
    from   config_items
    where  type is not null
    order  by type
    limit  1
  )
  union all
  select (
    select n.type
    from   config_items n
    where  n.type > w.type
    order  by n.type
    limit  1
  )
  from   walk w
  where  w.type is not null
)
select type
from   walk
where  type is not null;

comment on view config_types is 'All types of config items, for filters. @exposed @resource database @feature config @notnull type';
