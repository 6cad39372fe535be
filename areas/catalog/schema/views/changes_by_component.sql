create view changes_by_component with (security_invoker = true) as
select ch.id, ch.config_id, c.name, c.config_class, c.type, ch.change_type, ch.created_at, ch.created_by, ch.id as change_id,
       ch.severity, r.component_id, c.deleted_at as config_deleted_at
from   config_component_relationships r
join   config_items c on c.id = r.config_id
join   config_changes ch on ch.config_id = c.id
where  r.deleted_at is null
order  by ch.created_at desc;

comment on view changes_by_component is 'Changes of the config items that belong to a component, the newest first. @exposed @resource config_scrapers @feature config @notnull id config_id name config_class type change_type created_at change_id component_id';
comment on column changes_by_component.severity is '@enum info warning low medium high blocker critical';
