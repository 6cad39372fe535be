create view properties_in_force with (security_invoker = true) as
select p.name, p.value, null::text as origin
from   properties p
where  p.deleted_at is null
union all
select l.name, l.value, l.origin
from   local_properties l
where  not exists (select from properties p where p.name = l.name and p.deleted_at is null);

comment on view properties_in_force is 'The value of each property that holds: the table wins over the file and the environment. @notnull name value';
comment on column properties_in_force.origin is 'Where it is edited; null for what stands in the table. @enum file environment';
