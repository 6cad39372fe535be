-- What each message was about. The first word of the event says of which kind it is.
create view notification_send_history_resources with (security_invoker = true) as
select h.id,
       h.resource_kind as resource_type,
       case h.resource_kind
         when 'config' then (
           select jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type, 'config_class', c.config_class, 'health', c.health, 'status', c.status, 'deleted_at', c.deleted_at)
           from   config_items c
           where  c.id = h.resource_id
         )
         when 'component' then (
           select jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type, 'icon', c.icon, 'health', c.health, 'status', c.status, 'deleted_at', c.deleted_at)
           from   components c
           where  c.id = h.resource_id
         )
         when 'check' then (
           select jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type, 'icon', c.icon, 'health', c.status, 'status', c.status, 'deleted_at', c.deleted_at)
           from   checks c
           where  c.id = h.resource_id
         )
         when 'canary' then (
           select jsonb_build_object('id', c.id, 'name', c.name, 'type', null, 'icon', null, 'health', null, 'status', null, 'deleted_at', c.deleted_at)
           from   canaries c
           where  c.id = h.resource_id
         )
       end as resource
from   (
         select s.id, s.resource_id, split_part(s.source_event, '.', 1) as resource_kind
         from   notification_send_history s
       ) h;

comment on view notification_send_history_resources is 'What each message was about. @exposed @resource notifications @notnull id resource_type';
comment on column notification_send_history_resources.resource_type is 'config, component, check or canary.';
comment on column notification_send_history_resources.resource is 'Null when it is gone. @type NotificationResource';
