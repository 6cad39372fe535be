-- The first word of the event is the kind of the resource.
create view notification_send_history_summary with (security_invoker = true) as
select h.id, h.notification_id, h.body, h.body_payload, h.status, h.not_before, h.retries, h.payload, h.count, h.first_observed,
       h.source_event, h.resource_id, h.resource_name, h.resource_health, h.resource_status, h.resource_health_description, h.person_id, h.team_id,
       h.connection_id, h.silenced_by, h.playbook_run_id, h.error, h.duration_millis, h.created_at, h.group_id, h.parent_id,
       h.purpose, h.rule_name, h.recipient, h.channel,
       split_part(h.source_event, '.', 1) as resource_type,
       split_part(h.source_event, '.', 1) as resource_kind,
       case split_part(h.source_event, '.', 1)
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
       end as resource,
       (
         select jsonb_build_object('id', p.id, 'playbook_id', p.playbook_id, 'status', p.status, 'playbook_name', b.name)
         from   playbook_runs p
         join   playbooks b on b.id = p.playbook_id
         where  p.id = h.playbook_run_id
       ) as playbook_run
from   notification_send_history h;

comment on view notification_send_history_summary is 'Messages with their resource. @exposed @resource notifications @notnull id retries count first_observed source_event resource_id created_at purpose resource_type resource_kind';
comment on column notification_send_history_summary.status is '@enum sent sending error pending skipped silenced repeat-interval inhibited evaluating-waitfor pending_playbook_run pending_playbook_completion attempting_fallback grouped digested';
comment on column notification_send_history_summary.purpose is '@enum event fallback resolved digest';
comment on column notification_send_history_summary.resource is 'Null if the resource is deleted. @type NotificationResource';
comment on column notification_send_history_summary.playbook_run is '@type Json';
