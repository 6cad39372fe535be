-- People in the shape of the identity service.
create view identities with (security_invoker = true) as
select p.id,
       'default'::text as schema_id,
       jsonb_build_object(
         'name', jsonb_build_object('first', coalesce(p.first_name, p.name), 'last', coalesce(p.last_name, '')),
         'email', p.email
       ) as traits,
       p.state,
       p.state_changed_at,
       '00000000-0000-0000-0000-000000000000'::uuid as nid,
       null::jsonb as metadata_public,
       p.created_at,
       coalesce(p.updated_at, p.created_at) as updated_at,
       r.roles
from   people p
join   people_roles r on r.id = p.id
where  p.type is null;

comment on view identities is 'People who can sign in, in the shape of the identity service. @exposed @resource identities @feature settings.users @notnull id schema_id traits state state_changed_at nid created_at updated_at roles';
comment on column identities.traits is '@type IdentityTraits';
comment on column identities.nid is 'The network of a hosted identity service; constant here.';
comment on column identities.state is '@enum active inactive';
