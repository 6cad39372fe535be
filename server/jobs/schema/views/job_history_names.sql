-- A loose index scan over the names: the number of names stays small while the rows grow.
create view job_history_names with (security_invoker = true) as
with recursive names as (
  (
    select name
    from   job_history
    order  by name
    limit  1
  )
  union all
  select (
    select h.name
    from   job_history h
    where  h.name > n.name
    order  by h.name
    limit  1
  )
  from   names n
  where  n.name is not null
)
select name
from   names
where  name is not null;

comment on view job_history_names is 'The names of jobs that have run, for filters. @exposed @resource integrations @feature settings.job_history @notnull name';
