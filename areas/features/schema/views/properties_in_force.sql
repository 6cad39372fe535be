create view properties_in_force with (security_invoker = true) as
select p.name, p.value, null::text as origin
from   properties p
where  p.deleted_at is null
union all
select l.name, l.value, l.origin
from   local_properties l
where  not exists (select from properties p where p.name = l.name and p.deleted_at is null);

comment on view properties_in_force is 'The effective value of each property: the table takes precedence over the file and the environment. @notnull name value';
comment on column properties_in_force.origin is 'The place where the property is edited; null for rows of the table. @enum file environment';
