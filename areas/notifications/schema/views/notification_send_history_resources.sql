create view notification_send_history_resources with (security_invoker = true) as
select id, resource_type, resource
from   notification_send_history_summary;

comment on view notification_send_history_resources is 'The resource of each message. @exposed @resource notifications @notnull id resource_type';
comment on column notification_send_history_resources.resource_type is 'config, component, check or canary.';
comment on column notification_send_history_resources.resource is 'Null if the resource is deleted. @type NotificationResource';
