-- A loose index scan over the types: the number of types stays small while the rows grow.
create view audit_log_types with (security_invoker = true) as
with recursive types as (
  (
    select resource_type
    from   audit_log
    order  by resource_type
    limit  1
  )
  union all
  select (
    select l.resource_type
    from   audit_log l
    where  l.resource_type > t.resource_type
    order  by l.resource_type
    limit  1
  )
  from   types t
  where  t.resource_type is not null
)
select resource_type
from   types
where  resource_type is not null;

comment on view audit_log_types is 'The resource types in the audit log, for filters. @exposed @resource rbac @notnull resource_type';
