-- Jumps from value to value along the index, because there are few values and many rows.
create view change_types with (security_invoker = true) as
with recursive walk as (
  (
    select change_type
    from   config_changes
    where  change_type is not null
    order  by change_type
    limit  1
  )
  union all
  select (
    select n.change_type
    from   config_changes n
    where  n.change_type > w.change_type
    order  by n.change_type
    limit  1
  )
  from   walk w
  where  w.change_type is not null
)
select change_type
from   walk
where  change_type is not null;

comment on view change_types is 'All types of changes, for filters. @exposed @resource database @feature config @notnull change_type';
