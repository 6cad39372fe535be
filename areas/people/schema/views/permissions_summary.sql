-- Rules with the names of their subject and object. `playbook` and `canary` have two meanings: the object of the rule
-- if it has an object of this kind, otherwise the subject.
create view permissions_summary with (security_invoker = true) as
select p.id, p.name, p.namespace, p.description, p.source, p.action, p.object, p.object_selector, p.deny,
       p.subject, p.subject_type, p.created_at, p.updated_at, p.deleted_at, p.created_by, p.updated_by,
       p.until, p.tags, p.agents, p.error,
       p.person_id, p.team_id, p.notification_id,
       p.config_id, p.component_id, p.canary_id, null::uuid as check_id, p.playbook_id, p.connection_id,
       (
         select jsonb_build_object('id', s.id, 'name', s.name, 'email', s.email, 'avatar', s.avatar)
         from   people s
         where  p.subject_type = 'person' and s.id = as_uuid(p.subject)
       ) as person,
       (
         select jsonb_build_object('id', s.id, 'name', s.name, 'namespace', null, 'icon', s.icon)
         from   teams s
         where  p.subject_type = 'team' and s.id = as_uuid(p.subject)
       ) as team,
       (
         select jsonb_build_object('id', s.id, 'name', s.name, 'namespace', s.namespace)
         from   permission_groups s
         where  p.subject_type = 'group' and s.name = p.subject and s.deleted_at is null
         order  by s.created_at
         limit  1
       ) as "group",
       (
         select jsonb_build_object('id', s.id, 'name', s.name, 'namespace', s.namespace)
         from   notifications s
         where  p.subject_type = 'notification' and s.id = as_uuid(p.subject)
       ) as notification,
       (
         select jsonb_build_object('id', s.id, 'name', s.name, 'namespace', s.namespace)
         from   config_scrapers s
         where  p.subject_type = 'scraper' and s.id = as_uuid(p.subject)
       ) as scraper,
       (
         select jsonb_build_object('id', s.id, 'name', s.name, 'namespace', s.namespace)
         from   topologies s
         where  p.subject_type = 'topology' and s.id = as_uuid(p.subject)
       ) as topology,
       (
         select jsonb_build_object('id', s.id, 'name', s.name, 'namespace', s.namespace)
         from   canaries s
         where  s.id = coalesce(p.canary_id, case when p.subject_type = 'canary' then as_uuid(p.subject) end)
       ) as canary,
       (
         select jsonb_build_object('id', s.id, 'name', s.name, 'namespace', s.namespace, 'icon', s.icon, 'title', s.title)
         from   playbooks s
         where  s.id = coalesce(p.playbook_id, case when p.subject_type = 'playbook' then as_uuid(p.subject) end)
       ) as playbook,
       (
         select jsonb_build_object('id', o.id, 'name', o.name, 'type', o.type, 'config_class', o.config_class)
         from   config_items o
         where  o.id = p.config_id
       ) as catalog,
       (
         select jsonb_build_object('id', o.id, 'name', o.name, 'icon', o.icon)
         from   components o
         where  o.id = coalesce(p.component_id, case when p.subject_type = 'component' then as_uuid(p.subject) end)
       ) as component,
       (
         select jsonb_build_object('id', o.id, 'name', o.name, 'type', o.type)
         from   connections o
         where  o.id = p.connection_id
       ) as connection,
       (
         select jsonb_build_object('id', c.id, 'name', c.name, 'avatar', c.avatar, 'email', c.email)
         from   people c
         where  c.id = p.created_by
       ) as "createdBy"
from   permissions p
where  p.deleted_at is null;

comment on view permissions_summary is 'Permission rules with the names of their subject and object. @exposed @resource permissions @feature settings.permissions @notnull id name source action deny subject_type created_at updated_at';
comment on column permissions_summary.check_id is 'Null: rules about a check name its canary. For a filter on this column, the data API returns the rules about the canary of that check.';
comment on column permissions_summary.subject_type is '@enum person team group notification playbook canary scraper topology component';
comment on column permissions_summary.object_selector is '@type ObjectSelector';
comment on column permissions_summary.tags is '@type Labels';
comment on column permissions_summary.person is '@type NamedPerson';
comment on column permissions_summary.team is '@type NamedThing';
comment on column permissions_summary."group" is '@type NamedThing';
comment on column permissions_summary.notification is '@type NamedThing';
comment on column permissions_summary.scraper is '@type NamedThing';
comment on column permissions_summary.topology is '@type NamedThing';
comment on column permissions_summary.canary is 'The canary that is the object or the subject of the rule. @type NamedThing';
comment on column permissions_summary.playbook is 'The playbook that is the object or the subject of the rule. @type NamedThing';
comment on column permissions_summary.catalog is 'The config item that is the object of the rule. @type NamedThing';
comment on column permissions_summary.component is '@type NamedThing';
comment on column permissions_summary.connection is '@type NamedThing';
comment on column permissions_summary."createdBy" is '@type NamedPerson';
