-- Jumps from value to value along the index, because there are few values and many rows.
create view config_statuses with (security_invoker = true) as
with recursive walk as (
  (
    select status
    from   config_items
    where  status is not null
    order  by status
    limit  1
  )
  union all
  select (
    select n.status
    from   config_items n
    where  n.status > w.status
    order  by n.status
    limit  1
  )
  from   walk w
  where  w.status is not null
)
select status
from   walk
where  status is not null;

comment on view config_statuses is 'All statuses of config items, for filters. @exposed @resource database @feature config @notnull status';
