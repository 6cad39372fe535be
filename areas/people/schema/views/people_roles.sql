create view people_roles with (security_invoker = true) as
select p.id,
       p.name,
       p.email,
       p.avatar,
       array(
         select r.role
         from   person_roles r
         where  r.person_id = p.id
         order  by r.role
       ) as roles
from   people p
where  p.deleted_at is null
and    p.email is not null;

comment on view people_roles is 'People who can sign in, with their roles. @exposed @resource database @notnull id name email roles';
